import { cutTo } from '@roadbook/contracts/letters'
import { Download, FileUp, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChooseFiles } from '../../components/choose-files.js'
import { Fill, Hint, ListRow, Row, Stack, Text, Wrong } from '../../components/layout/index.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { api, dataOf, unwrap } from '../../lib/api/api-client.js'
import { formatBytes } from '../../lib/format/numbers.js'
import { usePermission } from '../../lib/session/session.js'
import { download } from '../../table/index.js'
import { toBase64 } from '../../lib/api/packed-file.js'
import { redrawn } from '../returns/index.js'
import { INSURANCES_KEY, type Insurance } from './insurance.js'

const MOST = 5
/** The API's limit on bytes per document. Photos are reduced before sending. */
const MOST_BYTES = 700_000
const TYPES = 'application/pdf,image/jpeg,image/png,image/webp'
type Document = Insurance['documents'][number]

/**
 * Documents of an insurance: PDFs or photos of the policy (G-74). Photos are redrawn in a smaller size before they are sent.
 */
export function DocumentsField({ insurance }: { insurance: Insurance }) {
  const { t } = useTranslation('insurances')
  const mayWrite = usePermission('manage:subscriptions')
  const { documents } = insurance
  return (
    <Stack gap={1} component="section" aria-label={t('documents.title')}>
      <Text weight="medium" size="dense">
        {t('documents.title')}
      </Text>
      {documents.length === 0 && <Hint>{t('documents.none')}</Hint>}
      <ul>
        {documents.map((document) => (
          <DocumentLine key={document.id} insuranceId={insurance.id} document={document} mayWrite={mayWrite} />
        ))}
      </ul>
      {mayWrite && documents.length < MOST && <AddDocument insuranceId={insurance.id} />}
    </Stack>
  )
}

interface DocumentLineProps {
  insuranceId: number
  document: Document
  mayWrite: boolean
}

function DocumentLine({ insuranceId, document, mayWrite }: DocumentLineProps) {
  const { t } = useTranslation('insurances')
  const notify = useNotify()
  const { name, bytes } = document
  const params = { path: { id: insuranceId, documentId: document.id } }
  const remove = useChange(
    () => unwrap(api.DELETE('/api/v1/insurances/{id}/documents/{documentId}', { params })),
    useReread(INSURANCES_KEY),
    { done: () => t('documents.removed', { name }) },
  )
  const save = async () => {
    try {
      const file = await unwrap(api.GET('/api/v1/insurances/{id}/documents/{documentId}', { params, parseAs: 'blob' }))
      download(file, fileNameOf(document))
    } catch (error) {
      notify.failure(error)
    }
  }
  return (
    <ListRow component="li">
      <Fill>
        <Text breaks>{name}</Text>
        <Hint>{formatBytes(bytes)}</Hint>
      </Fill>
      <TooltipIconButton label={t('documents.download', { name })} icon={Download} onClick={() => void save()} />
      {mayWrite && (
        <TooltipIconButton label={t('documents.remove', { name })} icon={X} onClick={() => remove.mutate(undefined)} />
      )}
    </ListRow>
  )
}

function AddDocument({ insuranceId }: { insuranceId: number }) {
  const { t } = useTranslation('insurances')
  const [wrong, setWrong] = useState<string>()
  const { mutateAsync, isPending } = useChange(
    (body: { name: string; content: string }) =>
      dataOf(api.POST('/api/v1/insurances/{id}/documents', { params: { path: { id: insuranceId } }, body })),
    useReread(INSURANCES_KEY),
    { refused: { content: setWrong } },
  )
  const take = async (file: File) => {
    setWrong(undefined)
    try {
      const paper = file.type === 'application/pdf' ? file : await redrawn(file)
      if (paper.size > MOST_BYTES) setWrong(t('documents.tooLarge', { size: formatBytes(MOST_BYTES) }))
      else await mutateAsync({ name: titleOf(file.name), content: await toBase64(paper) }).catch(() => undefined)
    } catch {
      setWrong(t('documents.unreadable'))
    }
  }
  return (
    <Stack gap={0.5}>
      <Row>
        <ChooseFiles
          label={t('documents.add')}
          icon={<FileUp />}
          accept={TYPES}
          loading={isPending}
          onChoose={([file]) => file && void take(file)}
        />
      </Row>
      {wrong ? <Wrong>{wrong}</Wrong> : <Hint>{t('documents.hint', { size: formatBytes(MOST_BYTES) })}</Hint>}
    </Stack>
  )
}

/** Returns the default title: the file's name without its extension. */
const titleOf = (file: string) => cutTo(file.replace(/\.[a-z0-9]{2,4}$/i, ''), 100) || cutTo(file, 100)
const fileNameOf = ({ name, media_type: type }: Document) => `${name}.${type.replace(/^.*\//, '').replace('jpeg', 'jpg')}`
