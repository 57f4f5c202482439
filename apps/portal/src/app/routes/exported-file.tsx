import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { Download, FileSpreadsheet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { EmptyState } from '../../components/empty-state.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { api, unwrap } from '../../lib/api/api-client.js'
import { download } from '../../table/index.js'

const BYTE_ORDER_MARK = '\uFEFF'

/** Returns the list's own file name. */
const fileNameOf = ({ headers }: Response): string =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'list.csv'

/** Page that the mail about a file links to if the file is too large to attach. One button downloads the file. */
export function Component() {
  const { t } = useTranslation('table')
  const notify = useNotify()
  const { id = '' } = useParams()
  const file = useMutation({
    mutationFn: async () => {
      const answer = await api.GET('/api/v1/exports/{id}', { params: { path: { id } }, parseAs: 'text' })
      return { text: await unwrap(Promise.resolve(answer)), name: fileNameOf(answer.response) }
    },
    onSuccess: ({ text, name }) => {
      // Reading a response as text removes the byte order mark, which spreadsheets need, so it is added again here.
      const parts = [BYTE_ORDER_MARK, text.replace(/^\uFEFF/, '')]
      download(new Blob(parts, { type: 'text/csv;charset=utf-8' }), name)
    },
    onError: notify.failure,
  })
  return (
    <EmptyState
      icon={FileSpreadsheet}
      titleComponent="h1"
      title={t('exported.title')}
      text={t('exported.text')}
      actions={
        <Button
          variant="contained"
          loading={file.isPending}
          loadingPosition="start"
          startIcon={<Download />}
          onClick={() => file.mutate()}
        >
          {t('exported.download')}
        </Button>
      }
    />
  )
}
