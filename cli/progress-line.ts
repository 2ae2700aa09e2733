/** Shows the progress of a long command: one line rewritten on a terminal, a line a second elsewhere. */

const PLAIN_INTERVAL_MS = 1_000;
/** Carriage return, and the control sequence that clears the rest of the line. */
const CLEAR_LINE = '\r\x1b[K';

/** The properties of a stream that this file uses. */
interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface ProgressLine {
  show(sentence: string): void;
  /** Clears the line on a terminal. */
  end(): void;
}

/** @param now milliseconds */
export function createProgressLine(
  output: Output = process.stderr,
  now = () => performance.now(),
): ProgressLine {
  return output.isTTY ? createRewrittenLine(output) : createPlainLines(output, now);
}

function createRewrittenLine(output: Output): ProgressLine {
  return {
    show: (sentence) => output.write(`${CLEAR_LINE}${sentence}`),
    end: () => output.write(CLEAR_LINE),
  };
}

function createPlainLines(output: Output, now: () => number): ProgressLine {
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
