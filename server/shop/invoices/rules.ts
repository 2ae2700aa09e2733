const NUMBER = /^\d{4}-\d{6,}$/;

/** Whether a text can be the number of an invoice, like `2026-000123`. */
export function isInvoiceNumber(text: string): boolean {
  return NUMBER.test(text);
}
