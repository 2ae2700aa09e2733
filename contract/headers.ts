/** Response headers with the words that were searched for instead of the text, percent-encoded. */
export const searchHeaders = {
  /** The corrected text, if the text was misspelt. */
  correctedTo: 'corrected-to',
  /** The words of the first result, if no product has all words of the text. */
  relaxedTo: 'relaxed-to',
  /** The words of the first further result, if few products have all words of the text. */
  extendedTo: 'extended-to',
} as const;

/** The headers of a refusal: its code, and for some codes form-encoded details. The message is for people alone. */
export const refusalHeaders = { code: 'Refusal-Code', details: 'Refusal-Details' } as const;
