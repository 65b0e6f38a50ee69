import { useMutation, useQuery } from '@tanstack/react-query'

import { DataError } from '#data/rest.ts'
import { useUserId } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { close, creatorQueries, refreshArea, setPart, setPrice } from './creator-queries.ts'
import { creatorMessages } from './creator.i18n.ts'

export function RemixSettings({ bp }: { bp: 0 | 500 | 1000 }) {
  const m = useMessages(creatorMessages)
  const failed = () => toast({ title: m.failed, tone: 'danger' })
  const part = useMutation({ mutationFn: setPart, onError: failed, onSettled: refreshArea })
  const shut = useMutation({
    mutationFn: close,
    onSuccess: () => toast({ title: m.closed }),
    onError: failed,
    onSettled: refreshArea,
  })
  return (
    <>
      <section aria-labelledby="remix-settings" className="card grid gap-3">
        <h2 id="remix-settings" className="text-base">
          {m.remix}
        </h2>
        <SegmentedControl
          label={m.part}
          value={String(part.isPending ? part.variables : bp / 100)}
          options={[
            { value: '10', label: m.part10 },
            { value: '5', label: m.part5 },
            { value: '0', label: m.part0 },
          ]}
          onChange={(percent) => part.mutate(Number(percent))}
          className="max-w-80"
        />
        <p className="text-sm text-text-2">{m.partText}</p>
        <Link to={paths.settings} className="inline-block text-sm font-semibold text-link">
          {m.toSettings}
        </Link>
      </section>
      <PromptPrices />
      <section className="grid justify-items-start gap-2">
        <Button variant="ghost" busyLabel={shut.isPending && m.saving} onClick={() => shut.mutate()}>
          {m.close}
        </Button>
        <p className="text-xs text-text-3">{m.closeText}</p>
      </section>
    </>
  )
}

const choices = [1, 2, 3, 5, 10, 20, 50, 100] as const

function PromptPrices() {
  const m = useMessages(creatorMessages)
  const userId = useUserId()
  const posts = useQuery(creatorQueries.posts(userId))
  const hidden = posts.data?.filter(({ prompt_visible: isShown }) => !isShown) ?? []
  const ids = hidden.map(({ id }) => id)
  const prices = useQuery(creatorQueries.prices(userId, ids))
  const retry = (
    <Button size="sm" variant="line" onClick={() => void refreshArea()}>
      {m.retry}
    </Button>
  )
  const isUnread = (posts.isError && !posts.data) || (prices.isError && !prices.data)
  return (
    <section aria-labelledby="prompt-prices" className="card grid gap-3">
      <h2 id="prompt-prices" className="text-base">
        {m.prices}
      </h2>
      {isUnread && <Alert tone="danger" title={m.pricesUnread} action={retry} />}
      {posts.data && hidden.length === 0 && <p className="text-sm text-text-2">{m.pricesNone}</p>}
      <ul className="grid gap-3">
        {hidden.map((post) => (
          <PromptPrice
            key={post.id}
            post={post}
            credits={prices.data && (prices.data.find(({ post_id: id }) => id === post.id)?.credits ?? null)}
          />
        ))}
      </ul>
    </section>
  )
}

interface PromptPriceProps {
  post: { id: string; title: string | null; image_url: string }
  /** Null where it is not for sale; undefined until that is known. */
  credits: number | null | undefined
}

function PromptPrice({ post: { id, title, image_url: url }, credits }: PromptPriceProps) {
  const m = useMessages(creatorMessages)
  const save = useMutation({
    mutationFn: (wanted: number | null) => setPrice(id, wanted),
    onError: (error) => {
      const isShort = error instanceof DataError && error.hint === 'prompt_too_short'
      toast({ title: isShort ? m.promptShort : m.failed, tone: 'danger' })
    },
    onSettled: refreshArea,
  })
  const shown = save.isPending ? save.variables : credits
  const name = title || m.untitled
  return (
    <li className="flex items-center gap-3">
      <img src={url} alt="" loading="lazy" className="size-14 flex-none rounded-md object-cover" />
      <span className="min-w-0 flex-1 truncate text-sm">{name}</span>
      <SelectField
        label={m.priceOf(name)}
        hideLabel
        disabled={shown === undefined}
        value={String(shown ?? '')}
        options={[
          { value: '', label: shown === undefined ? '…' : m.noPrice },
          ...choices.map((one) => ({ value: String(one), label: m.price(one) })),
        ]}
        onChange={({ target }) => save.mutate(target.value ? Number(target.value) : null)}
      />
    </li>
  )
}
