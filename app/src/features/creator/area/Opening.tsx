import type { CreatorOverview } from '@product/contract'
import { useMutation } from '@tanstack/react-query'
import Coins from 'lucide-react/icons/coins'
import Quote from 'lucide-react/icons/quote'
import Shuffle from 'lucide-react/icons/shuffle'
import { useState } from 'react'

import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Slider } from '#ui/fields/Slider.tsx'
import { toast } from '#ui/toast/toast.ts'

import { Checklist } from './Checklist.tsx'
import { activate, refreshArea } from './creator-queries.ts'
import { creatorMessages } from './creator.i18n.ts'

/** What one can earn, how much that would be, and what is still to do. */
export function Opening({ overview }: { overview: CreatorOverview }) {
  const m = useMessages(creatorMessages)
  const open = useMutation({
    mutationFn: activate,
    onSuccess: () => toast({ title: m.activated }),
    onError: () => toast({ title: m.failed, tone: 'danger' }),
    onSettled: refreshArea,
  })
  const ways = [
    { Icon: Shuffle, name: m.earnRemix, text: m.earnRemixText },
    { Icon: Coins, name: m.earnTip, text: m.earnTipText },
    { Icon: Quote, name: m.earnPrompt, text: m.earnPromptText },
  ]
  return (
    <>
      <div className="grid justify-items-start gap-3">
        <p className="max-w-160 text-text-2">{m.off}</p>
        <Button variant="primary" size="lg" busyLabel={open.isPending && m.activating} onClick={() => open.mutate()}>
          {m.activate}
        </Button>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <section aria-labelledby="ways-to-earn" className="card">
          <h2 id="ways-to-earn" className="text-base">
            {m.earn}
          </h2>
          <ul className="mt-3 grid gap-4">
            {ways.map(({ Icon, name, text }) => (
              <li key={name} className="flex gap-3 text-sm">
                <Icon aria-hidden="true" className="size-5 flex-none text-accent" strokeWidth={1.75} />
                <span>
                  <b>{name}</b>
                  <span className="block text-text-2">{text}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
        <Calculator averages={overview.averages} />
        <Checklist checklist={overview.checklist} />
      </div>
    </>
  )
}

const promptCredits = 3
const francsPerCredit = 20

function Calculator({
  averages: { remix_milli: remixMilli, tip_credits: tipCredits },
}: Pick<CreatorOverview, 'averages'>) {
  const m = useMessages(creatorMessages)
  const [counts, setCounts] = useState({ remixes: 100, tips: 20, unlocks: 10 })
  const remix = (counts.remixes * remixMilli) / 1000
  const tip = counts.tips * tipCredits * francsPerCredit
  const prompt = counts.unlocks * promptCredits * francsPerCredit
  return (
    <section aria-labelledby="calculator" className="card grid gap-4 lg:row-span-2">
      <h2 id="calculator" className="text-base">
        {m.calculator}
      </h2>
      {(['remixes', 'tips', 'unlocks'] as const).map((what) => (
        <Slider
          key={what}
          label={m[what]}
          value={counts[what]}
          valueText={formatNumber(counts[what])}
          min={0}
          max={what === 'remixes' ? 1000 : 200}
          step={what === 'remixes' ? 10 : 1}
          onChange={(count) => setCounts((before) => ({ ...before, [what]: count }))}
        />
      ))}
      <div aria-live="polite">
        <p className="text-lg font-semibold">{m.result(remix + tip + prompt)}</p>
        <p className="text-sm text-text-2">{m.parts(remix, tip, prompt)}</p>
      </div>
      <p className="text-xs text-text-3">{m.average(formatNumber(remixMilli / 1000), tipCredits)}</p>
    </section>
  )
}
