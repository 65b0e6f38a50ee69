/** « Trouver »: what creators offer, narrowed by price, time, language and how it is made. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { MarketNav } from '#entities/commission/service/MarketNav.tsx'
import { OrdersSoon } from '#entities/commission/service/OrdersSoon.tsx'
import { serviceQueries, type ServiceFilter } from '#entities/commission/service/service-queries.ts'
import { serviceMessages } from '#entities/commission/service/service.i18n.ts'
import { ServiceCard } from '#entities/commission/service/ServiceCard.tsx'
import { formatLanguage } from '#i18n/format-language.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { ChoiceRow } from '#ui/fields/ChoiceRow.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { servicesMessages } from './services.i18n.ts'
import { ServicesUnread } from './ServicesUnread.tsx'

const prices = [5000, 10_000, 25_000, 50_000, 100_000]
const times = [3, 7, 14, 30, 60]
const shares = ['none', 'mixed', 'full'] as const
const languages = ['fr', 'en', 'fon', 'yo', 'ee', 'wo', 'bm', 'dyu', 'ha', 'sw', 'ar', 'pt']

export function FindView() {
  const m = useMessages(servicesMessages)
  const [words, setWords] = useState('')
  const [asked, setAsked] = useState<ServiceFilter>({})
  usePageTitle(m.findTitle)
  return (
    <div className="page grid gap-5 pb-10">
      <h1>{m.findTitle}</h1>
      <MarketNav present="find" />
      <OrdersSoon />
      <form
        role="search"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(narrowed(asked, 'words', words.trim()))
        }}
      >
        <div className="flex items-end gap-3">
          <div className="min-w-0 flex-1">
            <TextField
              label={m.words}
              type="search"
              placeholder={m.wordsHint}
              value={words}
              maxLength={100}
              onChange={({ target }) => setWords(target.value)}
            />
          </div>
          <Button type="submit" variant="ink" className="min-h-12!">
            {m.search}
          </Button>
        </div>
        <Filters asked={asked} onChange={setAsked} />
      </form>
      <Results asked={asked} />
    </div>
  )
}

/** An empty value narrows nothing. */
function narrowed(asked: ServiceFilter, name: string, value: string | number | boolean): ServiceFilter {
  const { [name]: _, ...others } = asked
  return value === '' || value === 0 || value === false ? others : { ...others, [name]: value }
}

interface FiltersProps {
  asked: ServiceFilter
  onChange: (asked: ServiceFilter) => void
}

function Filters({ asked, onChange }: FiltersProps) {
  const m = useMessages(servicesMessages)
  const words = useMessages(serviceMessages)
  const chosen = (name: string) => String(asked[name] ?? '')
  const set = (name: string, value: string | number | boolean) => onChange(narrowed(asked, name, value))
  return (
    <details className="rounded-lg border border-line px-4">
      <summary className="min-h-11 py-3 text-sm font-semibold">{m.filters}</summary>
      <div className="grid items-start gap-4 pb-4 md:grid-cols-2 lg:grid-cols-3">
        <SelectField
          label={m.maxPrice}
          value={chosen('max_price')}
          options={[
            { value: '', label: m.anyPrice },
            ...prices.map((price) => ({ value: `${price}`, label: m.upTo(price) })),
          ]}
          onChange={({ target }) => set('max_price', Number(target.value))}
        />
        <SelectField
          label={m.maxDays}
          value={chosen('max_days')}
          options={[
            { value: '', label: m.anyDays },
            ...times.map((days) => ({ value: `${days}`, label: m.within(days) })),
          ]}
          onChange={({ target }) => set('max_days', Number(target.value))}
        />
        <SelectField
          label={m.share}
          value={chosen('ai_share')}
          options={[
            { value: '', label: m.anyShare },
            ...shares.map((share) => ({ value: share, label: words[`ai_${share}`] })),
          ]}
          onChange={({ target }) => set('ai_share', target.value)}
        />
        <SelectField
          label={m.rightsFilter}
          value={chosen('rights')}
          options={[
            { value: '', label: m.anyRights },
            { value: 'perso', label: m.perso },
            { value: 'commercial', label: m.commercial },
          ]}
          onChange={({ target }) => set('rights', target.value)}
        />
        <SelectField
          label={m.language}
          value={chosen('language')}
          options={[
            { value: '', label: m.anyLanguage },
            ...languages.map((code) => ({ value: code, label: formatLanguage(code) })),
          ]}
          onChange={({ target }) => set('language', target.value)}
        />
        <div className="self-end pb-2">
          <ChoiceRow
            title={m.withPlace}
            checked={asked['with_place'] === true}
            onChange={(isOn) => set('with_place', isOn)}
          />
        </div>
      </div>
    </details>
  )
}

function Results({ asked }: { asked: ServiceFilter }) {
  const m = useMessages(servicesMessages)
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    serviceQueries.found(asked),
  )
  if (!data) return isError ? <ServicesUnread /> : <Skeleton className="h-80 rounded-lg" />
  if (data.length === 0)
    return Object.keys(asked).length === 0 ? (
      <EmptyState
        text={m.noneYet}
        action={
          <Link to={paths.newService} className={buttonClass()}>
            {m.newService}
          </Link>
        }
      />
    ) : (
      <EmptyState title={m.none} text={m.noneText} />
    )
  return (
    <>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {data.map((service) => (
          <li key={service.id} className="min-w-0">
            <ServiceCard service={service} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="line"
          className="justify-self-center"
          busyLabel={isFetchingNextPage && m.loadingMore}
          onClick={() => void fetchNextPage()}
        >
          {m.more}
        </Button>
      )}
    </>
  )
}
