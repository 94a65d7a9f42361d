"""How far long work is: a bar where tqdm is there, else nothing."""

from __future__ import annotations

from typing import Any, Optional


class Bar:
    """A bar of trials, made when there is something to show."""

    def __init__(self, title: str, wanted: Optional[bool]) -> None:
        self.title = title
        self.bar: Any = None
        self.make: Any = None
        if wanted is not False:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                if wanted:
                    raise ImportError("progress=True shows a bar with tqdm: pip install tqdm") from None
            else:
                # Only on a terminal or in a notebook, unless somebody asks for it.
                self.make = lambda all: tqdm(
                    total=all, desc=title, unit=" trials", disable=False if wanted else None, leave=False, delay=0 if wanted else 1
                )

    def __call__(self, done: int, all: int, learning: Optional[str] = None) -> None:
        if self.make is None or all == 0:
            return
        if self.bar is None:
            self.bar = self.make(all)
        if learning:
            self.bar.set_postfix_str(f"learning {learning}"[:80])
        self.bar.total = all
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        """Leaves the line."""
        if self.bar is not None:
            self.bar.close()

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
