import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ObjectHistory } from '../../features/audit/index.js'
import { CreateToken, TokenTable } from '../../features/tokens/index.js'
import { Page } from '../../components/page.js'
import { useOpenRow } from './use-open-row.js'

const history = (id: number) => <ObjectHistory objectType="token" objectId={id} />

/** API tokens. The address holds which one is open, and whether a new one is being made. */
export function Component() {
  const { t } = useTranslation('tokens')
  const { openId, open, close } = useOpenRow('token')
  const [address, setAddress] = useSearchParams()
  const setCreating = (isCreating: boolean) => {
    const next = new URLSearchParams(address)
    if (isCreating) next.set('new', '1')
    else next.delete('new')
    setAddress(next)
  }
  return (
    <Page
      title={t('screen.title')}
      meta={t('screen.purpose')}
      isFilling
      actions={<CreateToken isOpen={address.has('new')} onOpen={() => setCreating(true)} onClose={() => setCreating(false)} />}
    >
      <TokenTable openId={openId} onOpen={open} onClose={close} history={history} />
    </Page>
  )
}
