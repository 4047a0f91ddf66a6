"""All benchmarks, one after another: python -m tests.bench."""

from tests.bench import boot

boot.main()
