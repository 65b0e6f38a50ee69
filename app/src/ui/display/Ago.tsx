import { useAgo } from '#i18n/use-ago.ts'

/** How long ago something was, in words that stay true. */
export function Ago({ date }: { date: string }) {
  return useAgo(date)
}
