import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ActionButton } from '../../../components/action-button.js'
import { Hint, ListRow, SmallHint, Span, Text } from '../../../components/layout/index.js'
import { Ago } from '../../../components/time/time.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { type FirstSteps, firstChanges, useFirstChange } from './first-steps-query.js'
import { makerOf } from './makers.js'

const isImei = (identity: string): boolean => /^\d{15}$/.test(identity)

/**
 * Lists unregistered trackers that contacted the gateway. Each row shows the maker and a button to register the tracker. If
 * there are none, or the user is not allowed to see them, links to the registration form.
 */
export function RegisterStep({ steps: { knocks, business } }: { steps: FirstSteps }) {
  const { t } = useTranslation('home')
  if (knocks.length === 0 || !business)
    return (
      <div>
        <Button component={Link} to="/devices?dialog=create:device" variant="contained">
          {t('steps.register.open')}
        </Button>
      </div>
    )
  return (
    <div>
      <Hint>{t('steps.register.for', { business: business.name })}</Hint>
      <ul>
        {knocks.map((knock) => (
          <KnockRow key={knock.imei} knock={knock} businessId={business.id} />
        ))}
      </ul>
    </div>
  )
}

interface KnockRowProps {
  knock: FirstSteps['knocks'][number]
  businessId: number
}

function KnockRow({ knock: { imei, protocol, remote_address: address, last_seen_at: at }, businessId }: KnockRowProps) {
  const { t } = useTranslation('home')
  const register = useFirstChange(firstChanges.register, { done: ({ imei: made }) => t('steps.register.done', { imei: made }) })
  const shown = isImei(imei) ? formatImei(imei) : imei
  const name = t('steps.register.press')
  return (
    <ListRow component="li" wrap>
      <Text grow={180} breaks>
        <Span weight="strong" tabular>
          {shown}
        </Span>
        <SmallHint>
          {makerOf(protocol)} · {address} · <Ago at={at} />
        </SmallHint>
      </Text>
      {isImei(imei) ? (
        <ActionButton
          variant="contained"
          label={name}
          aria-label={`${name} ${shown}`}
          loading={register.isPending}
          onClick={() => register.mutate({ imei, business_id: businessId })}
        />
      ) : (
        // A tracker that does not send its IMEI cannot be registered with one press. The form asks for the IMEI, which the
        // user finds on the tracker's box.
        <Button component={Link} to={`/devices?dialog=create:device&identity=${encodeURIComponent(imei)}`} variant="contained">
          {t('steps.register.open')}
        </Button>
      )}
    </ListRow>
  )
}
