/** A service as whoever might order it sees it. */
import type { ServicePage } from '@product/contract'
import { useQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Flag from 'lucide-react/icons/flag'
import type { ReactNode } from 'react'

import { mediaAddress } from '#data/config.ts'
import { DataError } from '#data/rest.ts'
import { useUserId } from '#data/session.ts'
import { isUuid } from '#data/uuid.ts'
import { serviceQueries } from '#entities/commission/service/service-queries.ts'
import { serviceMessages } from '#entities/commission/service/service.i18n.ts'
import { originalUrl } from '#entities/image/image-source.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { openModal } from '#entities/session/modals.ts'
import { formatLanguage } from '#i18n/format-language.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { useParams } from '#navigation/use-place.ts'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { OrderBox } from './OrderBox.tsx'
import { Figures, Reviews } from './Reputation.tsx'
import { servicesMessages } from './services.i18n.ts'
import { ServicesUnread } from './ServicesUnread.tsx'

const storage = mediaAddress()

export function ServiceView() {
  const { id } = useParams(paths.service)
  return id && <Loaded key={id} id={id} />
}

function Loaded({ id }: { id: string }) {
  const m = useMessages(servicesMessages)
  const { data: service, error } = useQuery(serviceQueries.one(id))
  usePageTitle(service?.title ?? m.findTitle)
  const isGone = !isUuid(id) || (error instanceof DataError && error.hint === 'service_unknown')
  if (isGone)
    return (
      <EmptyState
        heading="h1"
        text={m.gone}
        action={
          <Link to={paths.services} className="link">
            {m.findTitle}
          </Link>
        }
      />
    )
  if (!service)
    return (
      <div className="page grid gap-5 pb-10">
        {error ? <ServicesUnread /> : <Skeleton className="h-160 rounded-lg" />}
      </div>
    )
  return <Page service={service} />
}

function Page({ service }: { service: ServicePage }) {
  const m = useMessages(servicesMessages)
  const { away } = service
  return (
    <div className="page grid gap-5 pb-10">
      <Head service={service} />
      {away && <Alert tone="warning">{m.away(away.from, away.to)}</Alert>}
      <div className="grid items-start gap-x-5 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Samples service={service} />
        <div className="lg:sticky lg:top-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <OrderBox service={service} />
        </div>
        <div className="grid min-w-0 gap-6">
          <p dir="auto" className="max-w-160 wrap-anywhere whitespace-pre-line">
            {service.description}
          </p>
          <Terms service={service} />
          <Figures figures={service.figures} />
          <Reviews service={service} />
        </div>
      </div>
    </div>
  )
}

function Head({ service: { id, title, creator } }: { service: ServicePage }) {
  const m = useMessages(servicesMessages)
  const userId = useUserId()
  const report = {
    label: m.report,
    icon: <Flag aria-hidden="true" className="size-4.5" strokeWidth={1.75} />,
    onPress: () => openModal('report', { kind: 'service', id }),
  }
  return (
    <header className="flex items-start justify-between gap-3">
      <div className="grid min-w-0 gap-2">
        <h1 className="wrap-anywhere">{title}</h1>
        {creator.id !== null && (
          <Link
            to={paths.profile}
            params={{ handle: creator.username ?? creator.id }}
            className="inline-flex min-h-9 items-center gap-2.5 text-sm"
          >
            <Avatar id={creator.id} src={creator.avatar_url && originalUrl(creator.avatar_url, storage)} size="sm" />
            <bdi className="truncate font-semibold">{creator.display_name ?? creator.username}</bdi>
          </Link>
        )}
      </div>
      {creator.id !== userId && (
        <Menu
          label={m.moreActions}
          icon={<Ellipsis aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
          iconOnly
          items={[report]}
        />
      )}
    </header>
  )
}

function Samples({ service: { samples } }: { service: ServicePage }) {
  const m = useMessages(servicesMessages)
  return (
    <ul aria-label={m.samples} className="grid grid-cols-3 gap-1.5 overflow-hidden rounded-lg">
      {samples.map(({ post_id: id, url, width, height, thumbhash, alt }, place) => (
        <li key={id} className="aspect-square overflow-hidden">
          <Link
            to={paths.post}
            params={{ id }}
            className="grid size-full place-items-center *:min-h-full *:min-w-full focus-visible:outline-offset-[-3px]"
          >
            <Picture
              image={{ url, width: width ?? 1024, height: height ?? 1024, thumbhash }}
              alt={alt || m.sampleOf(place + 1)}
              sizes="(width >= 64rem) 16rem, 33vw"
              isFirst={place < 3}
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Terms({ service }: { service: ServicePage }) {
  const m = useMessages(servicesMessages)
  const words = useMessages(serviceMessages)
  const facts = [
    [m.revisions, m.revisionCounts(service.revisions_sketch, service.revisions_final)],
    [m.rights, m[service.rights]],
    [m.aiShare, words[`ai_${service.ai_share}`]],
    [m.style, service.style],
    [m.languages, service.languages.map(formatLanguage).join(', ')],
  ] as const
  return (
    <>
      <dl className="grid gap-x-6 gap-y-3 md:grid-cols-2">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt className="text-xs text-text-2">{name}</dt>
                <dd className="text-sm wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {service.options.length > 0 && (
        <Titled title={m.options}>
          <ul className="grid gap-1.5 text-sm">
            {service.options.map(({ name, price, days }) => (
              <li key={name} className="flex flex-wrap justify-between gap-x-4">
                <span className="min-w-0 wrap-anywhere">{name}</span>
                <span className="num text-text-2">{m.optionMore(price, days)}</span>
              </li>
            ))}
          </ul>
        </Titled>
      )}
      {service.refuses !== '' && (
        <Titled title={m.refuses}>
          <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-line">
            {service.refuses}
          </p>
        </Titled>
      )}
    </>
  )
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid max-w-160 gap-2">
      <h2 className="text-base">{title}</h2>
      {children}
    </section>
  )
}
