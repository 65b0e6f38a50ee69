/**
 * A mail's HTML, for the programs that people have: tables and inline styles for Outlook and Gmail, a style sheet for the
 * dark theme of those that read one, nothing that must be fetched. Pure.
 */
import type { Language } from '../../config.ts'
import type { MailBrand, MailColours } from './brand.ts'

export interface MailPage {
  readonly language: Language
  readonly brand: MailBrand
  readonly product: string
  readonly title: string
  readonly lead: string
  readonly button: { readonly link: string; readonly label: string; readonly address: string } | null
  readonly code: { readonly lead: string; readonly code: string } | null
  readonly notes: readonly string[]
  readonly footer: string
  /** Leads to where mails like this one are ended. */
  readonly ending?: { readonly link: string; readonly label: string } | null
}

const FONT = `font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif`
const FIGURES = `font-family:Consolas,Menlo,'Courier New',monospace`
/** Cells of the strip: few enough for a phone, enough for a rhythm. */
const STRIP_CELLS = 24

export function layOut(page: MailPage): string {
  const { language, brand, title, lead } = page
  const { light } = brand
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(title)}</title>
<style>${styleSheet(brand)}</style>
</head>
<body class="m-bg" style="margin:0;padding:0;background:${light.background};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escape(lead)}</div>
<table role="presentation" class="m-bg" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.background}" style="background:${light.background}"><tr><td align="center" style="padding:32px 16px">
<!--[if mso]><table role="presentation" width="520" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px">
<tr><td class="m-text" style="padding:0 4px 16px;${FONT};font-size:20px;line-height:28px;font-weight:700;color:${light.text}">${mark(brand)}${escape(page.product)}</td></tr>
<tr><td class="m-surface" bgcolor="${light.surface}" style="background:${light.surface};border:1px solid ${light.line};border-radius:14px;overflow:hidden">
${strip(brand)}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="m-pad" style="padding:32px 36px">
${card(page)}
</td></tr></table>
</td></tr>
<tr><td class="m-muted" style="padding:16px 4px 0;${FONT};font-size:13px;line-height:18px;color:${light.muted}">${escape(page.footer)}${endingOf(page)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
}

function card({ brand: { light }, title, lead, button, code, notes }: MailPage): string {
  const parts = [
    `<h1 class="m-text" style="margin:0 0 12px;${FONT};font-size:26px;line-height:32px;font-weight:700;color:${light.text}">${escape(title)}</h1>`,
    paragraph(lead, { colour: light.text, mark: 'm-text', size: 16, below: 24 }),
    button === null ? '' : buttonOf(button.link, button.label, light),
    code === null ? '' : paragraph(code.lead, { colour: light.muted, mark: 'm-muted', size: 14, below: 8 }),
    code === null ? '' : codeOf(code.code, light),
    ...notes.map((note) => paragraph(note, { colour: light.muted, mark: 'm-muted', size: 14, below: 8 })),
    button === null ? '' : addressOf(button.link, button.address, light),
  ]
  return parts.filter(Boolean).join('\n')
}

interface Type {
  readonly colour: string
  /** What the style sheet of the dark theme calls it. */
  readonly mark: string
  readonly size: 14 | 16
  readonly below: number
}

function paragraph(text: string, { colour, mark, size, below }: Type): string {
  const lineHeight = size === 16 ? 24 : 20
  return `<p class="${mark}" style="margin:0 0 ${below}px;${FONT};font-size:${size}px;line-height:${lineHeight}px;color:${colour}">${escape(text)}</p>`
}

/** NOTE: the cell carries the colour: Outlook paints no padding of a link. */
function buttonOf(link: string, label: string, { accent, onAccent }: MailColours): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 28px"><tr><td class="m-accent" align="center" bgcolor="${accent}" style="background:${accent};border-radius:10px;mso-padding-alt:14px 26px">
<a class="m-on-accent" href="${escape(link)}" style="display:inline-block;padding:14px 26px;${FONT};font-size:16px;line-height:20px;font-weight:600;color:${onAccent};text-decoration:none;border-radius:10px">${escape(label)}</a>
</td></tr></table>`
}

/** Long codes are set smaller, so that they fit the narrowest phone on one line. */
function codeOf(code: string, { code: ground, text }: MailColours): string {
  const [size, spacing] = code.length > 7 ? [26, 4] : [36, 8]
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr><td class="m-code m-text" align="center" bgcolor="${ground}" style="background:${ground};border-radius:10px;padding:18px 8px 18px 16px;${FIGURES};font-size:${size}px;line-height:44px;font-weight:700;letter-spacing:${spacing}px;color:${text}">${escape(code)}</td></tr></table>`
}

function addressOf(link: string, lead: string, { muted, line }: MailColours): string {
  return `<p class="m-muted m-line" style="margin:20px 0 0;padding:16px 0 0;border-top:1px solid ${line};${FONT};font-size:12px;line-height:18px;color:${muted}">${escape(lead)}<br><a class="m-muted" href="${escape(link)}" style="color:${muted};word-break:break-all;text-decoration:underline">${escape(link)}</a></p>`
}

function endingOf({ ending, brand: { light } }: MailPage): string {
  if (!ending) return ''
  return `<br><br><a class="m-muted" href="${escape(ending.link)}" style="color:${light.muted};text-decoration:underline">${escape(ending.label)}</a>`
}

function mark({ mark: character, light }: MailBrand): string {
  if (character === '') return ''
  return `<span class="m-mark" style="color:${light.accent}">${escape(character)}</span>&nbsp;`
}

function strip({ strip: colours }: MailBrand): string {
  if (colours.length === 0) return ''
  const cells = Array.from({ length: STRIP_CELLS }, (_, index) => colours[index % colours.length]!)
  const drawn = cells.map(
    (colour) =>
      `<td height="6" bgcolor="${colour}" style="height:6px;line-height:6px;font-size:0;background:${colour}">&nbsp;</td>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${drawn.join('')}</tr></table>\n`
}

/** NOTE: `[data-ogsc]` and `[data-ogsb]` are how Outlook on the web says that it is dark. */
function styleSheet({ dark }: MailBrand): string {
  const rules = darkRules(dark)
  const query = rules.map(([selector, rule]) => `${selector}{${rule}}`).join('')
  const outlook = rules.map(([selector, rule]) => `[data-ogsc] ${selector}{${rule}}`).join('')
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.m-pad{padding:28px 22px!important}}
@media (prefers-color-scheme:dark){${query}}
${outlook}`
}

function darkRules(dark: MailColours): readonly (readonly [string, string])[] {
  return [
    ['.m-bg', `background:${dark.background}!important`],
    ['.m-surface', `background:${dark.surface}!important;border-color:${dark.line}!important`],
    ['.m-text', `color:${dark.text}!important`],
    ['.m-muted', `color:${dark.muted}!important`],
    ['.m-line', `border-color:${dark.line}!important`],
    ['.m-code', `background:${dark.code}!important`],
    ['.m-accent', `background:${dark.accent}!important`],
    ['.m-mark', `color:${dark.accent}!important`],
    ['.m-on-accent', `color:${dark.onAccent}!important`],
  ]
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
