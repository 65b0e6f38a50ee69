/** What a model writes is text for people and nothing else: no markup, no addresses, no characters that cannot be seen. */

const tags = /<[^>]*>/g
const fences = /```\w*|[*_`#]{2,}|`/g
const links = /!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g
const addresses = /\b(?:https?|ftp|file|data|javascript|vbscript|mailto|blob):\S*|\bwww\.\S+/giu
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu

export function toPlainText(text: string): string {
  return text
    .replace(links, '$1')
    .replace(tags, ' ')
    .replace(fences, '')
    .replace(addresses, ' ')
    .replace(/[<>]/g, ' ')
    .replace(unseen, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
