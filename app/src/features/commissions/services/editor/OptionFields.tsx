import Trash from 'lucide-react/icons/trash-2'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { editorMessages } from './editor.i18n.ts'
import { most, type OptionRow } from './service-sheet.ts'

export interface OptionFieldsProps {
  options: readonly OptionRow[]
  error: string | null
  onChange: (options: readonly OptionRow[]) => void
}

/** What can be added to the service, each with what it costs and how long it takes. */
export function OptionFields({ options, error, onChange }: OptionFieldsProps) {
  const m = useMessages(editorMessages)
  const set = (place: number, part: Partial<OptionRow>) =>
    onChange(options.map((option, at) => (at === place ? Object.assign({}, option, part) : option)))
  return (
    <fieldset className="grid min-w-0 gap-3" aria-describedby="options-note">
      <legend className="mb-1.5 text-sm font-semibold">{m.options}</legend>
      {options.map(({ name, price, days }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- an option is its place
        <div key={place} className="grid items-end gap-3 rounded-md bg-surface-2 p-3 md:grid-cols-[2fr_1fr_1fr_auto]">
          <TextField
            label={m.optionName(place + 1)}
            value={name}
            maxLength={60}
            onChange={({ target }) => set(place, { name: target.value })}
          />
          <TextField
            label={m.optionPrice(place + 1)}
            value={price}
            inputMode="numeric"
            onChange={({ target }) => set(place, { price: target.value })}
          />
          <TextField
            label={m.optionDays(place + 1)}
            value={days}
            inputMode="numeric"
            onChange={({ target }) => set(place, { days: target.value })}
          />
          <IconButton
            label={m.removeOption(place + 1)}
            icon={<Trash aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
            onClick={() => onChange(options.filter((_, at) => at !== place))}
          />
        </div>
      ))}
      {options.length < most.options && (
        <Button
          size="sm"
          variant="line"
          className="justify-self-start"
          onClick={() => onChange([...options, { name: '', price: '', days: '' }])}
        >
          {m.addOption}
        </Button>
      )}
      <p id="options-note" className={error ? 'text-xs font-medium text-danger-text' : 'text-xs text-text-3'}>
        {error ?? m.optionsHelp}
      </p>
    </fieldset>
  )
}
