"""When a game ends, and for whom."""

from __future__ import annotations

from ...rules import program
from ...rules.elements import Listed
from ..text.expressions import ExpressionWriter
from ..text.writer import Writer


class EndingWriter:
    """Writes the functions that judge the game: endings, scores, and who is out."""

    def __init__(self, expressions: ExpressionWriter) -> None:
        self.expressions, self.plan = expressions, expressions.plan
        self.rules, self.players = self.plan.rules, self.plan.players

    def functions(self, write: Writer) -> None:
        """The functions of endings and scores, and those that judge the game."""
        for number, ending in enumerate(self.rules.endings):
            with write.function(f"ending_{number}(S, p)", f"Whether ending {number} holds for p, whatever its timing."):
                write(f"return {self.expressions.scalar(ending.condition)}")
        for number, score in enumerate(self.rules.scores):
            with write.function(f"score_{number}(S, p)", f"What player {number} has."):
                write(f"return {self.expressions.scalar(score)}")
        if any(ending.result == "score" for ending in self.rules.endings):
            self._highest(write)
        if self.plan.layout.out:
            self._take_out(write)
        if self.plan.wins_at_goals_alone:
            self._wins(write)
        self._judge(write, "judge", "How the game ends after a decision of p; 0 if it goes on.", "")
        if self.plan.results.at_end:
            self._judge(write, "judge_end", "How the game ends once p's turn is over; 0 if it goes on.", "", "end")
        if self.plan.results.at_start:
            self._judge(write, "judge_start", "How the game ends as p's turn begins; 0 if it goes on.", "start")

    def _highest(self, write: Writer) -> None:
        with write.function(
            "highest(S)", "The player with the highest score; the number of players if several have it."
        ):
            if self.plan.layout.out:
                self._highest_left(write)
                return
            write(f"{self._named('best')} = score_0(S, 0)", "who = 0")
            for player in range(1, self.players):
                self._higher(write, player)
            write("return who")

    def _highest_left(self, write: Writer) -> None:
        """The same among the players who are not out; some always are."""
        write(f"{self._named('best')} = score_0(S, 0)", f"who = {self.players}", "n = 0")
        for player in range(self.players):
            with write.block(f"if S[OUT + {player}] == 0:"):
                with write.block("if n == 0:"):
                    write(f"{self._named('best')} = score_{player}(S, {player})", f"who = {player}")
                with write.block("else:"):
                    self._higher(write, player)
                write("n += 1")
        write("return who")

    def _higher(self, write: Writer, player: int) -> None:
        """Let a player's score be the highest so far, alone or with others, if it is.

        Of two lists, that is higher whose number is where they first differ."""
        best, mine = self._names("best"), self._names("x")
        pairs = [*zip(mine, best, strict=True)]
        equal = " and ".join(f"{one} == {other}" for one, other in pairs)
        higher = f"{mine[-1]} > {best[-1]}"
        for one, other in reversed(pairs[:-1]):
            higher = f"{one} > {other} or {one} == {other} and ({higher})"
        write(f"{self._named('x')} = score_{player}(S, {player})")
        with write.block(f"if {higher}:"):
            write(f"who, {self._named('best')} = {player}, {self._named('x')}")
        with write.block(f"elif {equal}:"):
            write(f"who = {self.players}")

    def _names(self, word: str) -> list[str]:
        """The variables of a score: one, or one for each number of a list."""
        score = self.rules.scores[0]
        return [f"{word}_{number}" for number in range(len(score.items))] if isinstance(score, Listed) else [word]

    def _named(self, word: str) -> str:
        return ", ".join(self._names(word))

    def _take_out(self, write: Writer) -> None:
        with write.function("take_out(S, q)", "Put player q out; returns the last one left, -1 if there are several."):
            write("S[OUT + q] = 1", "n, who = 0, -1")
            with write.block(f"for i in range({self.players}):"), write.block("if S[OUT + i] == 0:"):
                write("n += 1", "who = i")
            write("return who if n == 1 else -1")

    def _wins(self, write: Writer) -> None:
        """For who asks what a full board is worth, whatever ended the game."""
        with write.function("wins(S, p)", "Whether p has reached a goal that wins."):
            for number, ending in enumerate(self.rules.endings):
                if ending.result == "win":
                    mine = "" if ending.player is None else f"p == {ending.player} and "
                    with write.block(f"if {mine}ending_{number}(S, p):"):
                        write("return 1")
            write("return 0")

    def _judge(self, write: Writer, name: str, meaning: str, *timings: str) -> None:
        with write.function(f"{name}(S, p)", meaning):
            for number, ending in enumerate(self.rules.endings):
                if ending.timing in timings:
                    self._ask(write, number, ending)
            write("return PLAYING")

    def _ask(self, write: Writer, number: int, ending: program.Ending) -> None:
        if ending.player is not None:
            mine = f"p == {ending.player}" if ending.timing == "start" else ""
            self._verdict(write, number, ending, str(ending.player), mine)
            return
        self._verdict(write, number, ending, "p", "")
        once = ending.timing == "start" or self.plan.results.is_shared(ending)
        for other in range(1, 1 if once else self.players):
            write(f"q = {'1 - p' if self.players == 2 else f'(p + {other}) % {self.players}'}")
            self._verdict(write, number, ending, "q", "")

    def _verdict(self, write: Writer, number: int, ending: program.Ending, player: str, first: str) -> None:
        playing = f"S[OUT + {player}] == 0" if self.plan.layout.out and ending.result in ("win", "lose") else ""
        test = " and ".join(filter(None, [first, playing, f"ending_{number}(S, {player})"]))
        won, drawn = f"WON_{number}", f"DRAWN_{number}"
        with write.block(f"if {test}:"):
            match ending.result:
                case "win":
                    write(f"return {won} + {player}")
                case "draw":
                    write(f"return {drawn}")
                case "score":
                    write(f"return {won} + highest(S)")
                case _ if self.plan.layout.out:
                    write(f"who = take_out(S, {player})")
                    with write.block("if who >= 0:"):
                        write(f"return {won} + who")
                case _ if self.players == 1:
                    write(f"return {drawn}")
                case _:
                    write(f"return {won} + (1 - {player})")
