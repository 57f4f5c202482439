import Skeleton from '@mui/material/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { DiscardDialog } from './discard-dialog.js'
import { EmptyState } from './empty-state.js'
import { ErrorNotice } from './error-notice.js'
import { SideDrawer, type DrawerFrameProps } from './side-drawer.js'

/** What a form in a drawer gets from it. */
export interface InDrawer {
  /** For the button below, which is outside of the form. */
  formId: string
  /** The button turns while this lasts. */
  during: <Answer>(work: Promise<Answer>) => Promise<Answer>
}

interface FormDrawerProps<Row> extends Omit<DrawerFrameProps, 'isOpen' | 'children'> {
  /** Of its button. */
  label: string
  /** What is changed, read when it opens; absent: something new is made. */
  query?: UseQueryResult<Row | null>
  /** What is said where it is not there. */
  gone: { title: string; text?: string }
  /** Stands in place of the fields of what cannot be changed. */
  insteadOf?: (row: Row) => ReactNode
  /** The fields, of a row or of a new one. */
  children: (drawer: InDrawer, row?: Row) => ReactNode
}

/** The form of a row from the right: once it was read anew, with the button that sends it. */
export function FormDrawer<Row>({ label, query, gone, insteadOf, children, ...frame }: FormDrawerProps<Row>) {
  const formId = useId()
  const [isSaving, setIsSaving] = useState(false)
  const during = async <Answer,>(work: Promise<Answer>) => {
    setIsSaving(true)
    return work.finally(() => setIsSaving(false))
  }
  const row = query?.data ?? undefined
  const instead = row && insteadOf?.(row)
  const isReady = !query || (row !== undefined && query.isFetchedAfterMount && !instead)
  const isFailed = query?.error && row === undefined
  return (
    <SideDrawer isOpen {...frame} act={{ label, formId, isPending: isSaving, isDisabled: !isReady }}>
      {isFailed && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query?.data === null && <EmptyState icon={SearchX} {...gone} />}
      {instead}
      {!isReady && !instead && !query.error && query.data !== null && <Skeleton height={320} />}
      {isReady && children({ formId, during }, row)}
    </SideDrawer>
  )
}

/** Asks before a form is left that somebody typed in. */
export function useDiscard(onClose: () => void) {
  const [isDirty, setIsDirty] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  return {
    close: () => (isDirty ? setIsLeaving(true) : onClose()),
    onDirty: setIsDirty,
    question: isLeaving && <DiscardDialog onKeep={() => setIsLeaving(false)} onDiscard={onClose} />,
  }
}
