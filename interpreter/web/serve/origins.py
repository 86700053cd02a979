"""Which pages may open a socket: those that this server has sent.

A browser names the page that opens a socket (`Origin`) and the server that it believes to talk to (`Host`). They must
be the same, and the host one of this server's names: another site could give its own name this server's address.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit


def usual_names(host: str) -> frozenset[str]:
    """Return the names of a server that is bound to an address."""
    machine = socket.gethostname().lower()
    return frozenset({"localhost", host.lower(), *(() if is_loopback(host) else (machine, f"{machine}.local"))})


def is_loopback(address: str) -> bool:
    """Return whether an address or name is this machine's own."""
    found = _address(address)
    return address.lower() == "localhost" if found is None else found.is_loopback


def place_of(address: str) -> str:
    """Return what counts as one address: of IPv6, the network that one customer has."""
    found = _address(address)
    if found is None or found.version == 4:
        return str(found or address)
    return str(ipaddress.ip_network((found, 64), strict=False))


def is_own(origin: str, host: str, names: Iterable[str], origins: Iterable[str] = ()) -> bool:
    """Return whether a page is one of this server's: `origin` and `host` are the headers that a browser sent.

    An origin among `origins`, such as `https://play.example.org`, is trusted whatever the host is called.
    """
    if origin in origins:
        return True
    page = _parts(origin)
    if page is None or urlsplit(origin).scheme not in ("http", "https") or page[1].lower() != host.lower():
        return False
    return page[0] in names or _address(page[0]) is not None


def _parts(origin: str) -> tuple[str, str] | None:
    """Return the host of an origin and the host with its port; None for what is no origin, such as `null`."""
    try:
        parts = urlsplit(origin)
        name = parts.hostname
    except ValueError:
        return None
    return (name, parts.netloc) if name and not parts.path and not parts.query else None


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return an IP address, that of IPv4 where IPv6 only carries it; None for what is none."""
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, ipaddress.IPv6Address) else found
