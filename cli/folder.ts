const SCRIPTS = ['backup', 'catalogue', 'drill', 'move', 'restore'];

/** npm runs its scripts in the package's folder, but a path is meant from where npm was called. */
export function callersFolder(): string {
  const { npm_lifecycle_event: script = '', INIT_CWD: folder } = process.env;
  return SCRIPTS.includes(script) && folder ? folder : process.cwd();
}
