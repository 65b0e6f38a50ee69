/** « Mes images »: `?modal=images`. Everything one has made, published or not. */
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import ListChecks from 'lucide-react/icons/list-checks'
import ListFilter from 'lucide-react/icons/list-filter'
import { useDeferredValue, useEffect, useState, type ReactNode } from 'react'

import { useOnline } from '#data/network.ts'
import { useUserId } from '#data/session.ts'
import { openModal, useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { rateImage } from './change-images.ts'
import { FilterPanel } from './FilterPanel.tsx'
import { folderMessages } from './folders/folders.i18n.ts'
import { FolderStrip } from './folders/FolderStrip.tsx'
import { ImageGrid } from './ImageGrid.tsx'
import { ImageSheet, type OwnImageTools } from './ImageSheet.tsx'
import { myImageQueries } from './my-images-queries.ts'
import { myImagesMessages } from './my-images.i18n.ts'
import { countFilters, noFilter, type ImageFilter, type MyImage } from './my-images.ts'
import { ReceivedImages } from './received/ReceivedImages.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { useSelection } from './use-selection.ts'

/** How the reading of the list stands. */
type Reading = Pick<
  UseInfiniteQueryResult,
  'isPending' | 'isError' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

export interface MyImagesDialogProps extends OwnImageTools {
  onClose: () => void
}

export function MyImagesDialog({ onClose, ...tools }: MyImagesDialogProps) {
  const m = useMessages(myImagesMessages)
  const { id: sought = null } = useModalSearch()
  const [isReceived, setReceived] = useState(sought === 'received')
  const [filter, setFilter] = useState(noFilter)
  const { list, images, opened, setOpenId, more } = useOwnImages(filter, isReceived ? null : sought)
  const selection = useSelection(images.map(({ id }) => id))
  const isNarrowed = countFilters(filter) > 0 || filter.search.trim() !== ''
  return (
    <Dialog
      title={m.title}
      onClose={onClose}
      size="lg"
      footer={selection.isOn && !isReceived && <SelectionBar images={images} selection={selection} />}
    >
      <div className="grid min-h-[60svh] content-start gap-3">
        {!isReceived && (
          <Tools filter={filter} onChange={setFilter} onSelect={images.length > 0 ? selection.begin : null} />
        )}
        <FolderStrip
          chosen={isReceived ? 'received' : filter.folder}
          onChoose={(folder) => {
            setReceived(folder === 'received')
            if (folder !== 'received') setFilter({ ...filter, folder })
          }}
        />
        {isReceived ? (
          <ReceivedImages />
        ) : (
          <Results list={list} images={images} isNarrowed={isNarrowed} isFolder={filter.folder !== null}>
            <ImageGrid
              images={images}
              selection={selection}
              onOpen={({ id }) => setOpenId(id)}
              onRate={(image, stars) => void rateImage(image, stars)}
              onNearEnd={more}
            />
          </Results>
        )}
      </div>
      {opened && (
        <ImageSheet
          image={opened}
          images={images}
          onGo={({ id }) => setOpenId(id)}
          onClose={() => setOpenId(null)}
          {...tools}
        />
      )}
    </Dialog>
  )
}

/** The list as it is narrowed, and the one of it that stands open. */
function useOwnImages(filter: ImageFilter, sought: string | null) {
  const [openId, setOpenId] = useState(sought)
  const list = useInfiniteQuery(myImageQueries.list(useUserId(), useDeferredValue(filter)))
  const images = list.data?.pages.flat() ?? []
  const opened = images.find(({ id }) => id === openId)
  const { fetchNextPage } = list
  const more = () => {
    if (list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError) void list.fetchNextPage()
  }
  // One that somebody was led to may be on a later page.
  const isSought = openId !== null && opened === undefined && list.hasNextPage && !list.isFetching && !list.isError
  useEffect(() => {
    if (isSought) void fetchNextPage()
  }, [isSought, fetchNextPage])
  return { list, images, opened, setOpenId, more }
}

interface ResultsProps {
  list: Reading
  images: readonly MyImage[]
  isNarrowed: boolean
  /** The list is that of a folder. */
  isFolder: boolean
  /** The pictures, where there are some. */
  children: ReactNode
}

function Results({ list, images, isNarrowed, isFolder, children }: ResultsProps) {
  const m = useMessages(myImagesMessages)
  const isOnline = useOnline()
  if (list.isPending) return <Placeholders />
  if (images.length === 0) {
    if (!list.isError) return <Nothing isNarrowed={isNarrowed} isFolder={isFolder} />
    const retry = <Button onClick={() => void list.refetch()}>{m.retry}</Button>
    return (
      <div role="alert">
        <EmptyState title={m.failed} text={isOnline ? m.network : m.offlineText} action={retry} />
      </div>
    )
  }
  return (
    <>
      {!isOnline && <Alert tone="warning" title={m.offline} />}
      <p role="status" className="text-sm text-text-2">
        {m.count(images.length, list.hasNextPage)}
      </p>
      {children}
      <More list={list} />
    </>
  )
}

/** As high as the field beside it; on a phone its mark alone. */
const tool = 'min-h-12 flex-none max-md:min-w-12 max-md:gap-1 max-md:px-3'

interface ToolsProps {
  filter: ImageFilter
  onChange: (filter: ImageFilter) => void
  /** `null` while there is nothing to choose. */
  onSelect: (() => void) | null
}

function Tools({ filter, onChange, onSelect }: ToolsProps) {
  const m = useMessages(myImagesMessages)
  const [areFiltersOpen, setFiltersOpen] = useState(false)
  const count = countFilters(filter)
  return (
    <>
      <div className="flex items-end gap-2 *:first:min-w-0 *:first:flex-1">
        <TextField
          label={m.search}
          type="search"
          value={filter.search}
          maxLength={200}
          onChange={(event) => onChange({ ...filter, search: event.target.value })}
        />
        <Button
          className={tool}
          title={m.filters}
          aria-expanded={areFiltersOpen}
          icon={<ListFilter aria-hidden="true" className="size-4.5" />}
          onClick={() => setFiltersOpen(!areFiltersOpen)}
        >
          <span className="max-md:sr-only">{count > 0 ? m.filtersOn(count) : m.filters}</span>
          {count > 0 && (
            <span aria-hidden="true" className="num md:hidden">
              {count}
            </span>
          )}
        </Button>
        <Button
          className={tool}
          title={m.select}
          disabled={!onSelect}
          icon={<ListChecks aria-hidden="true" className="size-4.5" />}
          onClick={() => onSelect?.()}
        >
          <span className="max-md:sr-only">{m.select}</span>
        </Button>
      </div>
      {areFiltersOpen && <FilterPanel filter={filter} onChange={onChange} />}
    </>
  )
}

function Placeholders() {
  return (
    <div className="grid grid-cols-3 gap-1.5 md:grid-cols-4">
      {Array.from({ length: 12 }, (_, place) => (
        <Skeleton key={place} className="aspect-square rounded-img!" />
      ))}
    </div>
  )
}

function Nothing({ isNarrowed, isFolder }: Pick<ResultsProps, 'isNarrowed' | 'isFolder'>) {
  const m = useMessages(myImagesMessages)
  const ofFolder = useMessages(folderMessages)
  if (isNarrowed) return <EmptyState title={m.none} text={m.noneText} />
  if (isFolder) return <EmptyState title={ofFolder.empty} text={ofFolder.emptyText} />
  const create = (
    <Button variant="primary" onClick={() => openModal('create')}>
      {m.create}
    </Button>
  )
  return <EmptyState title={m.empty} text={m.emptyText} action={create} />
}

function More({ list }: { list: Reading }) {
  const m = useMessages(myImagesMessages)
  if (!list.hasNextPage) return null
  return (
    <div className="grid justify-items-center gap-2 py-3 text-sm text-text-3">
      {list.isFetchNextPageError && <p role="alert">{m.moreFailed}</p>}
      <Button busyLabel={list.isFetchingNextPage && m.loading} onClick={() => void list.fetchNextPage()}>
        {list.isFetchNextPageError ? m.retry : m.more}
      </Button>
    </div>
  )
}
