const PLAIN_INTERVAL_MS = 1_000;
/** Carriage return, and the control sequence that clears the rest of the line. */
const CLEAR_LINE = '\r\x1b[K';

/** The properties of a stream that this file uses. */
interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Shows the progress of a long command: one line rewritten on a terminal, a line a second elsewhere.
 * @param now milliseconds
 */
export function createProgressLine(
  output: Output = process.stderr,
  now = () => performance.now(),
): { show(sentence: string): void; end(): void } {
  let shownAt = now();
  return {
    show(sentence) {
      if (!output.isTTY && now() - shownAt < PLAIN_INTERVAL_MS) return;
      shownAt = now();
      output.write(output.isTTY ? CLEAR_LINE + sentence : `${sentence}\n`);
    },
    end() {
      if (output.isTTY) output.write(CLEAR_LINE);
    },
  };
}
