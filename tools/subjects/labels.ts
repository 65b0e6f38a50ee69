// What people call a drawing, in French and English, by the code point it is drawn for.
import { readFile } from 'node:fs/promises'

import englishEmoji from 'emojibase-data/en/data.json' with { type: 'json' }
import frenchEmoji from 'emojibase-data/fr/data.json' with { type: 'json' }

interface Emoji {
  readonly hexcode: string
  readonly label: string
  readonly tags?: readonly string[]
}

export interface Labels {
  readonly fr: string
  readonly en: string
  readonly tagsFr: string
  readonly tagsEn: string
}

export async function readLabels(): Promise<{ of: (name: string) => Labels }> {
  const packages = new URL('../../node_modules/', import.meta.url)
  const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(new URL(path, packages), 'utf8'))
  const codes = (await read('@iconify-json/noto/chars.json')) as Readonly<Record<string, string>>
  const french = byCode(frenchEmoji)
  const english = byCode(englishEmoji)
  const codeOf = new Map(Object.entries(codes).map(([code, name]) => [name, plain(code)]))
  return {
    of(name) {
      const code = codeOf.get(name) ?? ''
      const [fr, en] = [french.get(code), english.get(code)]
      const plainName = name.replaceAll('-', ' ')
      return {
        fr: fr?.label ?? plainName,
        en: en?.label ?? plainName,
        tagsFr: (fr?.tags ?? []).join('|'),
        tagsEn: (en?.tags ?? []).join('|'),
      }
    },
  }
}

function plain(code: string): string {
  return code.toLowerCase().replace(/-fe0f/g, '')
}

function byCode(list: readonly Emoji[]): Map<string, Emoji> {
  return new Map(list.map((emoji) => [plain(emoji.hexcode), emoji]))
}
