/** Tells an operator who waits how far the work is. */

/** How often a line is added where none can be rewritten: a log of lines should stay short. */
const PLAIN_INTERVAL_MS = 1_000;
/** Back to the beginning of the line, and clear it. */
const REWRITE = '\r\x1b[K';

/** The part of a stream that progress is written to. */
interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface ProgressLine {
  show(sentence: string): void;
  /** Takes the line away again where it was rewritten. */
  end(): void;
}

/** @param now milliseconds */
export function openProgressLine(output: Output, now: () => number): ProgressLine {
  return output.isTTY ? rewrittenLine(output) : plainLines(output, now);
}

function rewrittenLine(output: Output): ProgressLine {
  return {
    show: (sentence) => output.write(`${REWRITE}${sentence}`),
    end: () => output.write(REWRITE),
  };
}

function plainLines(output: Output, now: () => number): ProgressLine {
  let shownAt = now();
  return {
    show(sentence) {
      if (now() - shownAt < PLAIN_INTERVAL_MS) return;
      shownAt = now();
      output.write(`${sentence}\n`);
    },
    end: () => {},
  };
}
