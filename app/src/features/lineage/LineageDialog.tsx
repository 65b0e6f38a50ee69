/**
 * « Arbre de remix »: `?modal=lineage&post={id}`. A tree to move about in from desktop up, a list elsewhere; and the
 * film of the way to a picture (`kind=film`).
 */
import { useQuery } from '@tanstack/react-query'
import Clapperboard from 'lucide-react/icons/clapperboard'
import { useState } from 'react'

import { useOnline } from '#data/network.ts'
import { useUserId } from '#data/session.ts'
import { lineageQueries } from '#entities/lineage/lineage-queries.ts'
import { lineageMessages } from '#entities/lineage/lineage.i18n.ts'
import { mostNodes, wayTo, type LineageNode } from '#entities/lineage/lineage.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { useScreenSize } from '#ui/screen/use-screen-size.ts'

import { LineageFilm } from './film/LineageFilm.tsx'
import { NodePreview } from './NodePreview.tsx'
import { TreeCanvas } from './TreeCanvas.tsx'
import { TreeList } from './TreeList.tsx'

export function LineageDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(lineageMessages)
  const { post: id = '', kind } = useModalSearch()
  /** Whose film runs. */
  const [filmed, setFilmed] = useState(kind === 'film' ? id : null)
  const { data: nodes, isError, refetch } = useQuery(lineageQueries.around(id, useUserId()))
  const way = wayTo(nodes ?? [], filmed ?? '')
  if (way.length > 1) {
    const back = { label: m.toTree, onPress: () => setFilmed(null) }
    return (
      <Dialog key="film" title={m.filmTitle} onClose={onClose} size="lg" tall back={back}>
        <LineageFilm way={way} />
      </Dialog>
    )
  }
  return (
    <Dialog key="tree" title={m.treeTitle} onClose={onClose} size="lg">
      {nodes ? (
        <Found key={id} nodes={nodes} current={id} onFilm={setFilmed} />
      ) : (
        <Awaited hasFailed={isError} onRetry={() => void refetch()} />
      )}
    </Dialog>
  )
}

function Awaited({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  const m = useMessages(lineageMessages)
  const isOnline = useOnline()
  if (!hasFailed) return <Spinner className="mx-auto my-16" />
  return (
    <div role="alert">
      <EmptyState
        title={m.failed}
        text={isOnline ? m.failedText : m.offline}
        action={<Button onClick={onRetry}>{m.retry}</Button>}
      />
    </div>
  )
}

function Found(props: TreeViewProps) {
  const m = useMessages(lineageMessages)
  return props.nodes.length > 1 ? <Tree {...props} /> : <EmptyState title={m.alone} text={m.aloneText} />
}

interface TreeViewProps {
  nodes: readonly LineageNode[]
  current: string
  onFilm: (id: string) => void
}

function Tree({ nodes, current, onFilm }: TreeViewProps) {
  const m = useMessages(lineageMessages)
  const { isDesktop } = useScreenSize()
  const [look, setLook] = useState<'tree' | 'list'>('tree')
  const [chosen, setChosen] = useState<string | null>(current)
  const node = nodes.find(({ id }) => id === chosen)
  const preview = node && (
    <NodePreview node={node} parent={nodes.find(({ id }) => id === node.parentId)}>
      {wayTo(nodes, node.id).length > 1 && (
        <Button
          variant="line"
          icon={<Clapperboard aria-hidden="true" className="size-4.5" />}
          onClick={() => onFilm(node.id)}
        >
          {m.seeFilm}
        </Button>
      )}
    </NodePreview>
  )
  const limited = nodes.length >= mostNodes && <p className="text-xs text-text-3">{m.limited}</p>
  if (!isDesktop) {
    const toggle = (id: string) => setChosen(id === chosen ? null : id)
    return (
      <div className="grid gap-3">
        <TreeList nodes={nodes} chosen={chosen} current={current} preview={preview ?? null} onChoose={toggle} />
        {limited}
      </div>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_18rem] gap-4">
      <div className="grid content-start gap-3">
        <SegmentedControl
          label={m.view}
          value={look}
          options={[
            { value: 'tree', label: m.asTree },
            { value: 'list', label: m.asList },
          ]}
          onChange={setLook}
          className="w-60"
        />
        {look === 'tree' ? (
          <TreeCanvas nodes={nodes} chosen={chosen ?? current} onChoose={setChosen} />
        ) : (
          <div className="max-h-[60svh] overflow-y-auto">
            <TreeList nodes={nodes} chosen={chosen} current={current} onChoose={setChosen} />
          </div>
        )}
        {limited}
      </div>
      <div aria-live="polite">{preview}</div>
    </div>
  )
}
