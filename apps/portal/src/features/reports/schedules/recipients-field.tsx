import Autocomplete from '@mui/material/Autocomplete'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { Detail, Stack, Text } from '../../../components/layout/index.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { usePermission, useSession } from '../../../lib/session/session.js'

interface RecipientsFieldProps {
  ids: readonly number[]
  /** Names of the present recipients. */
  names?: string
  error?: string
  onChange: (ids: number[]) => void
}

const MOST_USERS = 200
const NOBODY: readonly never[] = []

/** Field for the recipients of the mails. Users who are not allowed to see other users can choose only themselves. */
export function RecipientsField({ ids, names, error, onChange }: RecipientsFieldProps) {
  const { t } = useTranslation('reports')
  const { user } = useSession()
  const mayChoose = usePermission('read:user')
  const { data: users = NOBODY, isPending } = useQuery({
    queryKey: ['users', 'recipients'],
    enabled: mayChoose,
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/users', { params: { query: { limit: MOST_USERS, orderBy: 'name', sortedBy: 'asc' } }, signal })),
  })
  if (!mayChoose) {
    return (
      <Field
        isReadOnly
        label={t('form.recipients')}
        value={names ?? user.email}
        helperText={t('form.recipientsHint')}
        errorText={error}
      />
    )
  }
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={users}
      loading={isPending}
      value={users.filter(({ id }) => ids.includes(id))}
      onChange={(_event, chosen) => {
        const unseen = ids.filter((id) => !users.some((one) => one.id === id))
        onChange([...unseen, ...chosen.map(({ id }) => id)])
      }}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      loadingText={t('who.loading')}
      noOptionsText={t('form.noUsers')}
      openText={t('who.open')}
      closeText={t('who.close')}
      clearText={t('who.clear')}
      renderInput={(input) => <Field {...input} label={t('form.recipients')} errorText={error} />}
      renderOption={({ key, ...option }, { name, email }) => (
        <li key={key} {...option}>
          <Stack gap={0}>
            <Text breaks>{name}</Text>
            <Detail breaks>{email}</Detail>
          </Stack>
        </li>
      )}
    />
  )
}
