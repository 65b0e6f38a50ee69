/** Bought credits for somebody whose work one likes: how many, a word, and what comes to them. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { DataError } from '#data/rest.ts'
import { read } from '#data/wire.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { useCredits } from '#entities/credits/use-credits.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { formatNumber } from '#i18n/format.ts'
import { defineMessages, plural, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

const tipMessages = defineMessages({
  fr: {
    title: 'Envoyer un pourboire',
    to: (who: string) => `Pour ${who}`,
    size: 'Combien de crédits ?',
    note: 'Un mot, si vous voulez',
    anonymous: 'Sans dire que c’est moi',
    gives: (francs: number) =>
      `${formatNumber(francs)} FCFA seront pour cette personne. Frais : 5 F sur 25 par crédit.`,
    have: (paid: number) =>
      `Vous avez ${plural(paid, { one: '# crédit acheté', other: '# crédits achetés' })}. Les crédits offerts ne se donnent pas.`,
    buy: 'Acheter des crédits',
    send: (count: number) => `Envoyer ${plural(count, { one: '# crédit', other: '# crédits' })}`,
    sending: 'Envoi…',
    sent: 'Votre pourboire est parti. Merci pour cette personne !',
    tip_to_oneself: 'On ne se donne pas de pourboire à soi-même.',
    tip_nobody: 'Cette personne ne peut pas recevoir de pourboire.',
    tip_note: '200 caractères au plus.',
    tip_size: 'De 1 à 500 crédits.',
    paid_credits_missing: 'Il vous manque des crédits achetés.',
    in_debt: 'Des crédits sont à régler d’abord.',
    account_suspended: 'Votre compte est suspendu.',
    teen_mode: 'Le mode ado est actif : les pourboires commencent à 18 ans.',
    network: 'Le réseau ne répond pas. Essayez encore : rien ne partira deux fois.',
    failed: 'Le pourboire n’est pas parti. Rien n’a été débité.',
  },
  en: {
    title: 'Send a tip',
    to: (who: string) => `For ${who}`,
    size: 'How many credits?',
    note: 'A word, if you like',
    anonymous: 'Without saying that it is me',
    gives: (francs: number) => `${formatNumber(francs)} FCFA will be theirs. Fee: 5 F of 25 per credit.`,
    have: (paid: number) =>
      `You have ${plural(paid, { one: '# bought credit', other: '# bought credits' })}. Gift credits cannot be given.`,
    buy: 'Buy credits',
    send: (count: number) => `Send ${plural(count, { one: '# credit', other: '# credits' })}`,
    sending: 'Sending…',
    sent: 'Your tip is on its way. Thank you on their behalf!',
    tip_to_oneself: 'Nobody tips themselves.',
    tip_nobody: 'This person cannot receive a tip.',
    tip_note: '200 characters at most.',
    tip_size: 'From 1 to 500 credits.',
    paid_credits_missing: 'Bought credits are missing.',
    in_debt: 'Some credits are owed first.',
    account_suspended: 'Your account is suspended.',
    teen_mode: 'Teen mode is on: tips begin at 18.',
    network: 'The network does not answer. Try again: nothing is sent twice.',
    failed: 'The tip was not sent. Nothing was charged.',
  },
})

const sizes = ['1', '5', '20', '50'] as const
const francsPerCredit = 20

export function TipDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(tipMessages)
  const { user: creator = '', post } = useModalSearch()
  const { data: balance } = useCredits()
  const { data: person } = useQuery({
    queryKey: ['tip', creator],
    queryFn: ({ signal }) => read('profiles', 'display_name,username', { id: `eq.${creator}` }, signal),
  })
  const [size, setSize] = useState<(typeof sizes)[number]>('5')
  const [note, setNote] = useState('')
  const [anonymous, setAnonymous] = useState(false)
  // One wish, one key: sent again after an answer that was lost, it is the same tip.
  const [key] = useState(() => crypto.randomUUID())
  const credits = Number(size)
  const send = useMutation({
    mutationFn: () =>
      callSignedIn('send_tip', { creator, credits, key: `${key}:${size}`, post: post ?? null, note, anonymous }),
    onSuccess: () => {
      toast({ title: m.sent })
      onClose()
    },
    onSettled: refreshCredits,
  })
  const isShort = balance !== undefined && balance.paid < credits
  const [of] = person ?? []
  const who = of ? (of.username === null ? of.display_name : `@${of.username}`) : '…'
  return (
    <Dialog title={m.title} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate()
        }}
      >
        <p className="font-semibold">{m.to(who)}</p>
        <SegmentedControl
          label={m.size}
          value={size}
          options={sizes.map((value) => ({ value, label: value }))}
          onChange={setSize}
        />
        <TextArea label={m.note} value={note} maxLength={200} onChange={({ target }) => setNote(target.value)} />
        <label className="flex items-start gap-3 text-sm">
          <input
            type="checkbox"
            checked={anonymous}
            className="mt-0.5 size-5 flex-none accent-(--accent)"
            onChange={({ target }) => setAnonymous(target.checked)}
          />
          {m.anonymous}
        </label>
        <p className="text-sm text-text-2">{m.gives(credits * francsPerCredit)}</p>
        {isShort && (
          <Alert
            tone="info"
            action={
              <Link to={paths.payment} className="font-semibold text-link">
                {m.buy}
              </Link>
            }
          >
            {m.have(balance.paid)}
          </Alert>
        )}
        {send.isError && <Alert tone="danger">{refusal(m, send.error)}</Alert>}
        <Button type="submit" variant="primary" wide disabled={isShort} busyLabel={send.isPending && m.sending}>
          {m.send(credits)}
        </Button>
      </form>
    </Dialog>
  )
}

const refusals = [
  'tip_to_oneself',
  'tip_nobody',
  'tip_note',
  'tip_size',
  'paid_credits_missing',
  'in_debt',
  'account_suspended',
  'teen_mode',
] as const

function refusal(m: ReturnType<typeof useMessages<typeof tipMessages.fr>>, error: unknown): string {
  if (!(error instanceof DataError)) return m.failed
  if (error.status === 0) return m.network
  const refused = refusals.find((known) => known === error.hint)
  return refused ? m[refused] : m.failed
}
