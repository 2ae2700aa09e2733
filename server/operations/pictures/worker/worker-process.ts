/** The program of the process that reads pictures, see worker.ts. It ends when it exceeds its memory, and with its parent. */
import { writeFileSync } from 'node:fs';
import { checkPicture } from './decode.ts';
import { encodeHero, encodeLogo, encodeProductPicture } from './encode.ts';
import { checkLogo, drawIcons } from './icons.ts';
import { MEMORY_MAX_BYTES } from './limits.ts';
import { PictureError } from './picture-error.ts';

/** Each gets one value, and throws a PictureError if it can't be used. */
const jobs = {
  checkPicture,
  encodeProductPicture,
  encodeHero,
  encodeLogo,
  checkLogo,
  drawIcons,
} satisfies Record<string, (input: never) => Promise<unknown>>;
export type Jobs = typeof jobs;

/** What the process gets. */
export interface JobMessage {
  name: keyof Jobs;
  input: unknown;
}

/** What it replies: the result, why the picture can't be used, or a defect. */
export type JobReply = { result: unknown } | { problem: string } | { defect: string };

const MEMORY_CHECK_MS = 10;

// `process.exit` would wait for the threads that decode.
const end = (): void => {
  process.kill(process.pid, 'SIGKILL');
};

// Decoding happens in other threads, so this one is free to watch, on every operating system.
setInterval(() => {
  if (process.memoryUsage.rss() > MEMORY_MAX_BYTES) end();
}, MEMORY_CHECK_MS);
process.on('disconnect', end);
// A signal to stop goes to all processes of a command: it decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
try {
  // If the system runs out of memory, Linux ends this process first, not the shop.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Another operating system has no such setting.
}

process.on('message', async (message: JobMessage) => process.send?.(await reply(message)));
process.send?.('ready');

async function reply({ name, input }: JobMessage): Promise<JobReply> {
  // Safe: the sender has checked that it is the input of this job.
  const job = jobs[name] as (input: unknown) => Promise<unknown>;
  try {
    return { result: await job(input) };
  } catch (error) {
    if (error instanceof PictureError) return { problem: error.message };
    return { defect: error instanceof Error ? String(error.stack) : String(error) };
  }
}
