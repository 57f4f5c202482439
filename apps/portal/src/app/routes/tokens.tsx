import { useTranslation } from 'react-i18next'
import { ObjectHistory } from '../../features/audit/index.js'
import { CreateToken, TokenTable } from '../../features/tokens/index.js'
import { Page } from '../../components/page.js'
import { useAddress, useOpenRow } from '../../lib/screen-address.js'

const history = (id: number) => <ObjectHistory objectType="token" objectId={id} />

/** API tokens. The URL contains the open token, and whether a new one is being created. */
export function Component() {
  const { t } = useTranslation('tokens')
  const { openId, open, close } = useOpenRow('token')
  const { text, change } = useAddress()
  return (
    <Page
      title={t('screen.title')}
      meta={t('screen.purpose')}
      isFilling
      actions={
        <CreateToken
          isOpen={text('new') !== undefined}
          onOpen={() => change({ new: 1 })}
          onClose={() => change({ new: undefined })}
        />
      }
    >
      <TokenTable openId={openId} onOpen={open} onClose={close} history={history} />
    </Page>
  )
}
