/** The part of its interface that the tests use; the package has no types. */
declare module '@adobe/structured-data-validator' {
  export interface Issue {
    issueMessage: string;
    severity: 'ERROR' | 'WARNING';
  }

  /** Checks structured data by what Google demands for rich results. */
  export default class Validator {
    /** @param data by format, and by the type of the root object */
    validate(data: { jsonld: Record<string, object[]> }): Promise<Issue[]>;
  }
}
