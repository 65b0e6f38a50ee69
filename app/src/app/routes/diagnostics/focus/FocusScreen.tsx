import Star from 'lucide-react/icons/star'
import { useRef, useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { Slider } from '#ui/fields/Slider.tsx'
import { Switch } from '#ui/fields/Switch.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { TabStrip } from '#ui/TabStrip.tsx'
import { toast } from '#ui/toast/toast.ts'

import { DiagnosticPage } from '../DiagnosticPage.tsx'
import { useFocusLog, type FocusLog } from './focus-log.ts'
import { focusMessages } from './focus.i18n.ts'

type Choice = 'first' | 'second'

/** `/test-focus`: every kind of control, in the order in which the keyboard reaches it. */
export function FocusScreen() {
  const m = useMessages(focusMessages)
  const area = useRef<HTMLDivElement>(null)
  const log = useFocusLog(area)
  return (
    <DiagnosticPage
      path={paths.testFocus}
      intro={m.intro}
      report={() => ({ controls: log.names, reached: [...log.reached.values()], moves: log.moves })}
    >
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-2">
        <section>
          <h2 className="mb-3 text-base">{m.controls}</h2>
          <div ref={area} className="grid gap-4">
            <Buttons />
            <Fields />
            <Layers />
          </div>
        </section>
        <FocusReport log={log} />
      </div>
    </DiagnosticPage>
  )
}

function Buttons() {
  const m = useMessages(focusMessages)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button>{m.button}</Button>
      <Button variant="ink">{m.inkButton}</Button>
      <IconButton label={m.iconButton} icon={<Star aria-hidden="true" className="size-5" />} />
      <Link to={paths.simpleFocusTest} className="text-link underline">
        {m.link}
      </Link>
    </div>
  )
}

function Fields() {
  const m = useMessages(focusMessages)
  const [choice, setChoice] = useState<Choice>('first')
  const [tab, setTab] = useState<Choice>('first')
  const [isOn, setOn] = useState(false)
  const [amount, setAmount] = useState(50)
  const options = [
    { value: 'first', label: m.first },
    { value: 'second', label: m.second },
  ] as const
  return (
    <>
      <div data-control={m.field}>
        <TextField label={m.field} />
      </div>
      <div data-control={m.area}>
        <TextArea label={m.area} />
      </div>
      <div data-control={m.select}>
        <SelectField label={m.select} options={options} />
      </div>
      <Slider label={m.range} value={amount} valueText={`${amount} %`} onChange={setAmount} />
      <label className="flex items-center gap-3 text-sm">
        <Switch label={m.option} checked={isOn} onChange={setOn} />
        {m.option}
      </label>
      <SegmentedControl label={m.choice} value={choice} options={options} onChange={setChoice} />
      <div data-control={m.tabs}>
        <TabStrip label={m.tabs} value={tab} tabs={options} onChange={setTab} panelId="focus-panel" />
        <p id="focus-panel" role="tabpanel" aria-labelledby={`focus-panel-${tab}`} className="pt-2 text-sm">
          {m[tab]}
        </p>
      </div>
    </>
  )
}

function Layers() {
  const m = useMessages(focusMessages)
  const [depth, setDepth] = useState(0)
  return (
    <div className="flex flex-wrap gap-3">
      <Menu label={m.menu} items={[m.first, m.second].map((label) => ({ label, onPress: () => undefined }))} />
      <Button onClick={() => setDepth(1)}>{m.dialog}</Button>
      <Button onClick={() => toast({ title: m.toasted })}>{m.toast}</Button>
      {depth > 0 && (
        <Dialog title={m.dialog} onClose={() => setDepth(0)}>
          <p className="mb-3">{m.back}</p>
          <Button onClick={() => setDepth(2)}>{m.nested}</Button>
          {depth > 1 && (
            <Dialog title={m.nested} onClose={() => setDepth(1)}>
              <p>{m.back}</p>
            </Dialog>
          )}
        </Dialog>
      )}
    </div>
  )
}

function FocusReport({ log: { names, reached, moves } }: { log: FocusLog }) {
  const m = useMessages(focusMessages)
  const say = (place: number) => {
    const move = reached.get(place)
    if (!move) return m.unseen
    const isInOrder = Math.abs(move.after - place) === 1 || move.after === 0
    return [m[move.ring], !isInOrder && m.outOfOrder(move.after)].filter(Boolean).join(', ')
  }
  return (
    <section>
      <h2 className="mb-3 text-base">{m.order}</h2>
      <ol className="grid gap-1 text-sm">
        {names.map((name, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- its place is what it is
          <li key={index} className="flex gap-3" data-ring={reached.get(index + 1)?.ring}>
            <span className="w-6 flex-none text-right text-text-3">{index + 1}</span>
            <span className="min-w-0 flex-1">{name}</span>
            <span className={reached.get(index + 1)?.ring === 'noRing' ? 'text-danger-text' : 'text-text-2'}>
              {say(index + 1)}
            </span>
          </li>
        ))}
      </ol>
      <h2 className="mt-6 mb-2 text-base">{m.log}</h2>
      <p className="text-sm text-text-2">
        {moves.length === 0 ? m.noLog : moves.map(({ place, name }) => `${place} ${name}`).join(' ← ')}
      </p>
    </section>
  )
}
