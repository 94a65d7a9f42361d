"""What can go wrong, by kind. Every text says what is wrong and what would be right, as the command's does."""

from __future__ import annotations


class PlyscopeError(Exception):
    """Everything that Plyscope refuses or cannot do."""


class InputError(PlyscopeError, ValueError):
    """Something that was given is not right: a name, a parameter, a file, an option.

    >>> import plyscope as ply
    >>> ply.measure("conect-four")
    Traceback (most recent call last):
        ...
    plyscope.errors.InputError: there is no game `conect-four`, did you mean `connect-four`?; ...
    """


class GameError(PlyscopeError, ValueError):
    """A game or an evaluator written in Python gives something that it must not give, such as two moves of one name."""


class LimitError(PlyscopeError):
    """Something is too large, too deep or too hard: a tree, a search, positions to be solved."""


class FolderError(PlyscopeError):
    """A run folder is not what it should be: not empty, of another run, damaged."""


class ProgramError(PlyscopeError, RuntimeError):
    """Another program, a game or an engine, did not do as it should."""


class ClusterError(PlyscopeError, RuntimeError):
    """The workers of a cluster cannot do the work: there are none, or they have another build of Plyscope."""
