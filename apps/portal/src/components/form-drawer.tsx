import Skeleton from '@mui/material/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { DiscardDialog } from './discard-dialog.js'
import { EmptyState } from './empty-state.js'
import { ErrorNotice } from './error-notice.js'
import { SideDrawer, type DrawerFrameProps } from './side-drawer.js'

/** Values that a drawer passes to its form. */
export interface InDrawer {
  /** ID of the form, for the submit button below it, outside the form. */
  formId: string
  /** Shows the button as busy while the work runs. */
  during: <Answer>(work: Promise<Answer>) => Promise<Answer>
}

interface FormDrawerProps<Row> extends Omit<DrawerFrameProps, 'isOpen' | 'children'> {
  /** Label of the submit button. */
  label: string
  /** Query for the row to edit. The row is fetched when the drawer opens. Omitted for a new row. */
  query?: UseQueryResult<Row | null>
  /** Text shown when the row does not exist. */
  gone: { title: string; text?: string }
  /** Returns the content to show instead of the fields if the row cannot be changed. */
  insteadOf?: (row: Row) => ReactNode
  /** Renders the fields, for an existing or a new row. */
  children: (drawer: InDrawer, row?: Row) => ReactNode
}

/**
 * Drawer with the form of a row. The fields appear only after the row was fetched, even if an older version is cached. The
 * button submits the form.
 */
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

/** Asks for confirmation before closing a form that the user has changed. */
export function useDiscard(onClose: () => void) {
  const [isDirty, setIsDirty] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  return {
    close: () => (isDirty ? setIsLeaving(true) : onClose()),
    onDirty: setIsDirty,
    question: isLeaving && <DiscardDialog onKeep={() => setIsLeaving(false)} onDiscard={onClose} />,
  }
}
