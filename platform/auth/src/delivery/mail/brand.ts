/** How mails look: a product's colours, in both themes, as six-digit hex values, which every mail program understands. */

export interface MailColours {
  readonly background: string
  readonly surface: string
  readonly text: string
  readonly muted: string
  readonly line: string
  /** The button, and the ground of a code. */
  readonly accent: string
  readonly onAccent: string
  readonly code: string
}

export interface MailBrand {
  readonly light: MailColours
  readonly dark: MailColours
  /** A character before the product's name, in the accent's colour; empty for none. */
  readonly mark: string
  /** Along the upper edge, repeated; none draws no strip. */
  readonly strip: readonly string[]
}

/** A product that says nothing about its colours. */
export const plainBrand: MailBrand = {
  light: {
    background: '#f4f4f2',
    surface: '#ffffff',
    text: '#1c1c1a',
    muted: '#5f5f5a',
    line: '#dcdcd7',
    accent: '#1c1c1a',
    onAccent: '#ffffff',
    code: '#f0f0ed',
  },
  dark: {
    background: '#141413',
    surface: '#1f1f1d',
    text: '#f2f2ef',
    muted: '#a9a9a3',
    line: '#3a3a37',
    accent: '#f2f2ef',
    onAccent: '#1c1c1a',
    code: '#2a2a28',
  },
  mark: '',
  strip: [],
}
