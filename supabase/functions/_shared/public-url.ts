import process from 'node:process'

/** The address of our own that people reach: where the server says so, not the one that functions call it by. */
export function publicUrl(own: string): string {
  const origin = process.env['SUPABASE_PUBLIC_URL']
  if (!origin) return own
  const { pathname, search } = new URL(own)
  return `${origin}${pathname}${search}`
}
