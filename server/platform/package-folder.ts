import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The folder of QKart's package: a checkout, or where it is installed. */
export const packageFolder = dirname(findPackageJSON(import.meta.url) ?? '');
