import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Hint, ListRow, Stack, Text } from '../../../components/layout/index.js'
import { PATHS } from '../../../lib/paths.js'
import { useSession } from '../../../lib/session/session.js'

/** In the order in which they are taken: people, vehicles, their trackers, and who has not looked yet. */
const STEPS = [
  { key: 'users', to: `${PATHS.users}?dialog=create:user`, needs: ['read:user', 'create:user'] },
  { key: 'import', to: `${PATHS.entities}?dialog=import:entities`, needs: ['index:entity', 'create:entity'] },
  { key: 'install', to: PATHS.installDevices, needs: ['create:entity'] },
  { key: 'invite', to: `${PATHS.users}?view=never`, needs: ['read:user', 'create:user'] },
] as const

/** D.4: what somebody does first in a business without vehicles; only what they may do. */
export function useFirstSteps() {
  const { permissions } = useSession().user
  return STEPS.filter(({ needs }) => needs.every((permission) => permissions.includes(permission)))
}

export function FirstSteps({ steps }: { steps: ReturnType<typeof useFirstSteps> }) {
  const { t } = useTranslation(['home', 'common'])
  return (
    <Stack component="section" aria-label={t('steps.title')} gap={0.5} pad={[2, 2.5]}>
      <Text component="h2" size="heading">
        {t('steps.title')}
      </Text>
      <Hint>{t('steps.text')}</Hint>
      <ol>
        {steps.map(({ key, to }, at) => (
          <ListRow component="li" key={key} gap={1.5} pad={[1, 0]}>
            <Text breaks grow>
              <Text component="h3" size="body" weight="strong">{`${at + 1}. ${t(`steps.${key}.title`)}`}</Text>
              <Text size="dense" tone="secondary">
                {t(`steps.${key}.text`)}
              </Text>
            </Text>
            <Button component={Link} to={to} size="small" aria-label={t('tiles.open', { screen: t(`steps.${key}.title`) })}>
              {t('common:actions.open')}
            </Button>
          </ListRow>
        ))}
      </ol>
    </Stack>
  )
}
