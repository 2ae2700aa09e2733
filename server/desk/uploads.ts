/** Forms of the desk, also those with files. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import multipart, { type MultipartFields } from '@fastify/multipart';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { deskPaths, type Upload } from '../../contract/desk.ts';
import { FILE_MAX_BYTES as PICTURE_MAX_BYTES } from '../operations/pictures/worker/limits.ts';
import { OperatorError } from '../platform/operator-error.ts';

/** The limit of a text with a file, and of all texts of a form without: the longest text of a shop has 100,000 characters. */
const TEXT_MAX_BYTES = 320 * 1_024;
const BYTES_PER_MB = 1_024 * 1_024;
const FEED_MAX_BYTES = 256 * BYTES_PER_MB;
/** The limit of a form with files. The shop's has two for each of its texts. */
const FIELDS_MAX = 100;
const TEXT_PROBLEM = `A text is too long: at most ${TEXT_MAX_BYTES / 1_024} kB.`;
/** Pictures of one product that are dropped at once. */
const FILES_MAX = 20;

export interface DeskForm {
  fields: URLSearchParams;
  uploads: readonly Upload[];
}

/** @returns reads the form of a request, whose files are deleted when it ends @throws OperatorError if it is no form */
export async function acceptForms(
  app: FastifyInstance,
): Promise<(request: FastifyRequest) => Promise<DeskForm>> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: TEXT_MAX_BYTES },
    (_request, body, done) => done(null, body),
  );
  await app.register(multipart);
  // No other user of this machine reads it.
  const folder = await mkdtemp(join(tmpdir(), 'qkart-desk-'));
  app.addHook('onClose', () => rm(folder, { recursive: true, force: true }));

  return async (request) => {
    if (!request.isMultipart()) {
      const text = typeof request.body === 'string' ? request.body : '';
      return { fields: new URLSearchParams(text), uploads: [] };
    }
    const isFeed = request.url.startsWith(deskPaths.import);
    const { files, values } = await request
      .saveRequestFiles({
        tmpdir: folder,
        limits: {
          ...{ fields: FIELDS_MAX, fieldSize: TEXT_MAX_BYTES, fieldNameSize: 500 },
          ...(isFeed
            ? { files: 1, fileSize: FEED_MAX_BYTES }
            : { files: FILES_MAX, fileSize: PICTURE_MAX_BYTES }),
        },
      })
      .catch((error: unknown) => {
        const { statusCode, syscall } = error as Partial<FastifyError> & NodeJS.ErrnoException;
        // The disk may be full. Anything else is wrong with the form.
        if (syscall !== undefined) throw error;
        const most = isFeed
          ? `one file of ${FEED_MAX_BYTES / BYTES_PER_MB} MB`
          : `${FILES_MAX} files of ${PICTURE_MAX_BYTES / BYTES_PER_MB} MB`;
        throw new OperatorError(
          statusCode === 413 ? `That is too much: at most ${most}.` : 'This is no form.',
        );
      });
    const uploads = files.map(async ({ fieldname, filename, filepath }) => {
      const { size } = await stat(filepath);
      return { field: fieldname, name: filename, path: filepath, bytes: size };
    });
    const fields = new URLSearchParams();
    for (const part of Object.values(values as MultipartFields).flat()) {
      if (part?.type !== 'field') continue;
      if (part.valueTruncated) throw new OperatorError(TEXT_PROBLEM);
      fields.append(part.fieldname, String(part.value));
    }
    // Browsers send an empty file for a field without one.
    return { fields, uploads: (await Promise.all(uploads)).filter(({ bytes }) => bytes > 0) };
  };
}
