/** The licence of an order as it is printed: A4, in French, the same for both. */
import { Buffer } from 'node:buffer'
import { fileURLToPath } from 'node:url'

import PdfSheet from 'pdfkit'

import type { AiShare, CommissionLicence, CommissionPerson, Licence } from '../contract/src/index.ts'

type Sheet = InstanceType<typeof PdfSheet>

const margin = 56
const width = 595.28 - 2 * margin
const ink = '#131c38'
const quiet = '#5a6275'

const rights: Readonly<Record<Licence, string>> = {
  perso:
    'Usage personnel : la personne qui a commandé peut garder et afficher l’œuvre, en privé et en public, en créditant son auteur. Elle ne la vend pas et n’en tire pas de revenu.',
  commercial:
    'Usage commercial : la personne qui a commandé peut utiliser l’œuvre pour sa propre activité, sans limite de tirage. Elle ne revend pas le fichier, et ne s’en sert pas pour entraîner un modèle.',
}

const shares: Readonly<Record<AiShare, string>> = {
  full: 'image générée par une machine',
  mixed: 'image générée puis retouchée à la main',
  none: 'faite à la main',
}

export async function licencePdf(licence: CommissionLicence, font: URL): Promise<Uint8Array<ArrayBuffer>> {
  const title = `Licence de la commande n° ${licence.number}`
  const sheet = new PdfSheet({
    size: 'A4',
    margin,
    lang: 'fr-FR',
    tagged: true,
    displayTitle: true,
    font: fileURLToPath(font),
    info: { Title: title, Author: 'Cortexia' },
  })
  const parts: Buffer[] = []
  sheet.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => {
    sheet.on('end', resolve)
  })
  block(sheet, 'P', () => sheet.fillColor(quiet).fontSize(10).text('Cortexia'))
  sheet.moveDown(0.4)
  block(sheet, 'H1', () => sheet.fillColor(ink).fontSize(22).text(title))
  for (const { heading, lines } of partsOfLicence(licence)) {
    sheet.moveDown(0.9)
    rule(sheet)
    sheet.moveDown(0.9)
    block(sheet, 'H2', () => sheet.fillColor(ink).fontSize(13).text(heading, margin))
    for (const line of lines) {
      sheet.moveDown(0.35)
      const [words, small] = typeof line === 'string' ? [line, null] : line
      block(sheet, 'P', () => {
        sheet.fillColor(ink).fontSize(10.5).text(printable(words), { width, lineGap: 2 })
        if (small !== null) sheet.fillColor(quiet).fontSize(8.5).text(small, { width })
      })
    }
  }
  sheet.end()
  await ended
  return Uint8Array.from(Buffer.concat(parts))
}

interface LicencePart {
  readonly heading: string
  /** Each with what stands small under it, where there is something. */
  readonly lines: readonly (string | readonly [string, string])[]
}

/** What stands under each heading. */
function partsOfLicence(licence: CommissionLicence): LicencePart[] {
  const { client, creator, files, is_anonymous: isAnonymous, hide_work: isHidden, scope, since } = licence
  return [
    {
      heading: 'Entre',
      lines: [
        `Auteur : ${nameOf(creator)}`,
        `Commande de : ${client === null ? 'une personne qui reste anonyme' : nameOf(client)}`,
        `Acceptée le ${day(since)}${licence.is_test ? ' · essai, aucun argent n’a circulé' : ''}`,
      ],
    },
    {
      heading: 'Œuvre',
      lines: [licence.title, ...(scope === null ? [] : [scope]), `Part d’IA : ${shares[licence.ai_share]}.`],
    },
    {
      heading: 'Droits',
      lines: [
        rights[licence.licence],
        'Pour le monde entier, sans limite de durée, non exclusive.',
        'Son auteur en reste l’auteur.',
        isHidden ? 'L’auteur ne montre pas cette œuvre.' : 'L’auteur peut montrer cette œuvre parmi ses travaux.',
        isAnonymous ? 'L’auteur ne nomme pas la personne qui a commandé.' : `Crédit souhaité : ${nameOf(creator)}.`,
      ],
    },
    {
      heading: 'Fichiers',
      lines: files.map(({ name, bytes, sha256 }) => [`${name} · ${size(bytes)}`, `SHA-256 : ${sha256}`] as const),
    },
    { heading: 'Version', lines: [`Texte de licence n° ${licence.text_version}. Document fait par Cortexia.`] },
  ]
}

function nameOf({ display_name: name, username }: CommissionPerson): string {
  if (username === null) return name ?? 'un compte supprimé'
  return name === null || name === username ? `@${username}` : `${name}, @${username}`
}

/** Without what the font has no sign for. */
const printable = (words: string): string =>
  words.replaceAll(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{fe0f}\u{200d}]/gu, '').replaceAll(/ {2,}/gu, ' ')

/** Nothing to read aloud. */
function rule(sheet: Sheet): void {
  const { y } = sheet
  sheet.markContent('Artifact', { type: 'Layout' })
  sheet
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.5)
    .strokeColor('#d5d9e2')
    .stroke()
  sheet.endMarkedContent()
}

function size(bytes: number): string {
  const isLarge = bytes >= 1_000_000
  const number = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: isLarge ? 1 : 0 })
  return `${number.format(isLarge ? bytes / 1_000_000 : Math.ceil(bytes / 1000))} ${isLarge ? 'Mo' : 'Ko'}`
}

/** A paragraph with its tag, so that screen readers read the sheet in its order. */
function block(sheet: Sheet, tag: 'H1' | 'H2' | 'P', content: () => void): void {
  sheet.addStructure(sheet.struct(tag, {}, [content]))
}

const day = (moment: string): string =>
  new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment))
