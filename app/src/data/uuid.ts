const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** Whether this may be a row's id: what cannot be one need not be asked for. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}
