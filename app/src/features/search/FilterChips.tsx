/** The operators of a search, as chips that write them for the person and take them away. */
import Calendar from 'lucide-react/icons/calendar'
import ChevronDown from 'lucide-react/icons/chevron-down'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { useState, type ReactNode } from 'react'

import { languageOptions } from '#entities/post/audience/languages.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { formatLanguage } from '#i18n/format-language.ts'
import { useMessages } from '#i18n/messages.ts'

import { modes, readSearch, withOperator, withoutOperator, type Operator, type OperatorName } from './search-text.ts'
import { searchMessages } from './search.i18n.ts'

export interface FilterChipsProps {
  typed: string
  onChange: (typed: string) => void
}

const chip =
  'relative flex min-h-9 flex-none items-center gap-1.5 rounded-full border border-line px-3 text-sm text-text-2 ' +
  'hover:bg-surface-2 focus-within:outline-3 focus-within:outline-accent'

export function FilterChips({ typed, onChange }: FilterChipsProps) {
  const m = useMessages(searchMessages)
  const { text, operators } = readSearch(typed)
  const names = useOperatorNames()
  const [isOpen, setOpen] = useState(false)
  const write = (name: OperatorName, value: string) => {
    if (value.trim() !== '') onChange(withOperator(typed, name, value.trim()))
  }
  return (
    <>
      <div role="group" aria-label={m.filters} className="-mx-1 mt-3 flex gap-2 overflow-x-auto p-1 no-scrollbar">
        {operators.map((operator) => (
          <Active
            key={operator.written}
            label={`${names[operator.name]} ${operator.value === '*' ? m.everyLanguage : shown(operator)}`}
            onRemove={() => onChange(withoutOperator(typed, operator))}
          />
        ))}
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className={chip}>
          <SlidersHorizontal aria-hidden="true" className="size-3.5" />
          {m.filters}
        </button>
        {isOpen && (
          <>
            <WordChip label={names.de} prefix="@" onWrite={(value) => write('de', value)} />
            <DayChip label={names.depuis} onWrite={(value) => write('depuis', value)} />
            <DayChip label={names['jusqu’au']} onWrite={(value) => write('jusqu’au', value)} />
            <ChoiceChip
              label={names.mode}
              options={modes.map((mode) => ({ value: mode, label: mode }))}
              onWrite={(value) => write('mode', value)}
            />
            <ChoiceChip
              label={names.langue}
              options={[{ value: 'toutes', label: m.everyLanguage }, ...languageOptions()]}
              onWrite={(value) => write('langue', value)}
            />
            <WordChip label={names.sans} onWrite={(value) => write('sans', value)} />
          </>
        )}
      </div>
      {text === '' && (
        <p role="status" className="mt-2 text-sm text-text-3">
          {m.addWord}
        </p>
      )}
    </>
  )
}

function useOperatorNames(): Record<OperatorName, string> {
  const m = useMessages(searchMessages)
  return { de: m.from, depuis: m.since, 'jusqu’au': m.until, mode: m.mode, langue: m.language, sans: m.without }
}

function shown({ name, value }: Operator): string {
  if (name === 'de') return `@${value}`
  if (name === 'langue') return formatLanguage(value)
  return name === 'depuis' || name === 'jusqu’au' ? formatDay(`${value}T12:00:00`) : value
}

function Active({ label, onRemove }: { label: string; onRemove: () => void }) {
  const m = useMessages(searchMessages)
  return (
    <button
      type="button"
      aria-label={m.removeFilter(label)}
      onClick={onRemove}
      className={`${chip} border-transparent bg-surface-3 text-text`}
    >
      <bdi>{label}</bdi>
      <X aria-hidden="true" className="size-3.5" />
    </button>
  )
}

interface ChipProps {
  label: string
  onWrite: (value: string) => void
}

/** A word is written in the chip itself; Enter adds it. */
function WordChip({ label, prefix = '', onWrite }: ChipProps & { prefix?: string }) {
  return (
    <Chip label={label}>
      <input
        aria-label={label}
        maxLength={60}
        autoCapitalize="none"
        placeholder={`${prefix}…`}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onWrite(event.currentTarget.value)
          event.currentTarget.value = ''
        }}
        className="w-16 bg-transparent outline-none placeholder:text-text-3"
      />
    </Chip>
  )
}

/** The device's own calendar, under the chip. */
function DayChip({ label, onWrite }: ChipProps) {
  return (
    <Chip label={label}>
      <Calendar aria-hidden="true" className="size-3.5" />
      <input
        type="date"
        aria-label={label}
        onClick={(event) => event.currentTarget.showPicker()}
        // While a year is typed it passes through the first centuries.
        onChange={({ target }) => target.value >= '2000' && onWrite(target.value)}
        className="absolute inset-0 opacity-0"
      />
    </Chip>
  )
}

interface ChoiceChipProps extends ChipProps {
  options: readonly { value: string; label: string }[]
}

function ChoiceChip({ label, options, onWrite }: ChoiceChipProps) {
  return (
    <Chip label={label}>
      <ChevronDown aria-hidden="true" className="size-3.5" />
      <select
        aria-label={label}
        value=""
        onChange={(event) => onWrite(event.target.value)}
        className="absolute inset-0 opacity-0"
      >
        <option value="">…</option>
        {options.map(({ value, label: name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </Chip>
  )
}

function Chip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className={chip}>
      {label}
      {children}
    </label>
  )
}
