/** What stands in a publication's row in place of words that are not shown. */
export const hiddenWords = '…'
