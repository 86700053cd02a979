from playwright.sync_api import Page, expect
from .steps import begin, cell, press
def test_x(page: Page) -> None:
    begin(page, "tak", {"size": 3})
    def go(name, what=""):
        cell(page, name).focus(); page.keyboard.press("Enter"); page.wait_for_timeout(600)
        b = page.locator(f'.chooser button[data-move="{what}"]')
        if what: b.focus(); page.keyboard.press("Enter"); page.wait_for_timeout(600)
        print(name, what, "->", cell(page,name).get_attribute("aria-label"), "|", page.locator("#live").text_content(), "|", page.locator(".choices").all_inner_texts(), page.evaluate("document.activeElement.outerHTML").replace("\n"," ")[:100])
    go("a1"); go("b1"); go("a2","a2"); go("c1","c1")
    go("a2", ""); print(page.locator(".chooser").all_inner_texts())
    go("a2", ""); print(page.locator(".chooser").all_inner_texts())
    print(page.locator(".choices").all_inner_texts(), page.locator(".choices button").count())
    page.screenshot(path="/tmp/tak.png")
    if page.locator(".choices button").count(): 
        page.locator(".choices button").first.focus(); page.keyboard.press("Enter"); page.wait_for_timeout(600)
    print(page.locator("#live").text_content(), page.locator(".choices").all_inner_texts())
    go("a1")
    print(cell(page,"a1").get_attribute("aria-label"))
    page.screenshot(path="/tmp/tak2.png")
