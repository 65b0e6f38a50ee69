import { generationModes, type GenerationMode } from '@product/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'

import { useUserId } from '#data/session.ts'
import { engineName } from '#entities/image/engine-name.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { inputClass } from '#ui/fields/TextField.tsx'

import { myImageQueries } from './my-images-queries.ts'
import { myImagesMessages } from './my-images.i18n.ts'
import { countFilters, formats, noFilter, type ImageFilter } from './my-images.ts'

export interface FilterPanelProps {
  filter: ImageFilter
  onChange: (filter: ImageFilter) => void
}

const control = `${inputClass} min-h-11 min-w-0 px-2.5! py-1.5!`

const modeNames: Record<GenerationMode, string> = { normal: 'Normal', enhanced: 'Enhanced', cortexia: 'Cortexia' }

export function FilterPanel({ filter, onChange }: FilterPanelProps) {
  const m = useMessages(myImagesMessages)
  const { data: engines = [] } = useQuery(myImageQueries.engines(useUserId()))
  const change = (next: Partial<ImageFilter>) => onChange({ ...filter, ...next })
  const publications = { yes: m.publishedOnly, no: m.unpublishedOnly }
  const published = filter.isPublished === null ? '' : filter.isPublished ? 'yes' : 'no'
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-2.5 rounded-md bg-surface-2 p-3 md:grid-cols-4">
      <Choice
        label={m.mode}
        value={filter.mode ?? ''}
        options={generationModes.map((mode) => [mode, modeNames[mode]])}
        onChange={(mode) => change({ mode: generationModes.find((known) => known === mode) ?? null })}
      />
      <Choice
        label={m.format}
        value={filter.format ?? ''}
        options={formats.map((format) => [format, m[format]])}
        onChange={(format) => change({ format: formats.find((known) => known === format) ?? null })}
      />
      <Choice
        label={m.publication}
        value={published}
        options={Object.entries(publications)}
        onChange={(value) => change({ isPublished: value === '' ? null : value === 'yes' })}
      />
      <Choice
        label={m.stars}
        value={filter.minStars === null ? '' : String(filter.minStars)}
        options={[1, 2, 3, 4, 5].map((stars) => [String(stars), m.atLeast(stars)])}
        onChange={(value) => change({ minStars: value === '' ? null : Number(value) })}
      />
      <Choice
        label={m.engine}
        value={filter.engine ?? ''}
        options={engines.map(({ engine, label }) => [engine, engineName(engine, label)])}
        onChange={(engine) => change({ engine: engine || null })}
      />
      <Day label={m.from} value={filter.from} onChange={(from) => change({ from })} />
      <Day label={m.until} value={filter.until} onChange={(until) => change({ until })} />
      <div className="flex items-end">
        <Button
          variant="ghost"
          wide
          disabled={countFilters(filter) === 0}
          onClick={() => onChange({ ...noFilter, search: filter.search, folder: filter.folder })}
        >
          {m.clearFilters}
        </Button>
      </div>
    </div>
  )
}

interface ChoiceProps {
  label: string
  /** Empty for all. */
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const m = useMessages(myImagesMessages)
  const id = useId()
  return (
    <Labelled id={id} label={label}>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)} className={control}>
        <option value="">{m.any}</option>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

function Day({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <Labelled id={id} label={label}>
      <input id={id} type="date" value={value} onChange={(event) => onChange(event.target.value)} className={control} />
    </Labelled>
  )
}

function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1">
      <label htmlFor={id} className="text-xs font-semibold">
        {label}
      </label>
      {children}
    </div>
  )
}
