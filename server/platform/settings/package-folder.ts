import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The folder of QKart's package: a checkout, or the folder of the installed package. */
export const packageFolder = dirname(findPackageJSON(import.meta.url) ?? '');
