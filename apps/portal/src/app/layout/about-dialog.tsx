import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../components/ask-dialog.js'
import { Detail, Hint, Text } from '../../components/layout/text.js'
import { Loaded } from '../../components/loaded.js'

/** Output of `npm run licences`. It lists the licences of the packages used. */
interface Licences {
  works: { name: string; what: string; licence: string; url: string; notice: string }[]
  packages: { name: string; version: string; licence: string; notice?: string }[]
  texts: { licence: string; text: string }[]
}

const licencesQuery = queryOptions({
  queryKey: ['licences'],
  queryFn: async (): Promise<Licences> => {
    const response = await fetch(new URL('/licences.json', window.location.origin))
    if (!response.ok) throw new Error(`/licences.json answered ${response.status}`)
    return (await response.json()) as Licences
  },
  // Changes only with a release.
  staleTime: Infinity,
})

/** Credits for the work that Roadbook uses: data, programs and packages with their notices and licence texts. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const licences = useQuery(licencesQuery)
  return (
    <AskDialog
      title={t('about.title')}
      width={760}
      isSheet
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('about.close')}</Button>}
    >
      <Hint>{t('about.text')}</Hint>
      <Loaded query={licences}>
        {({ works, packages, texts }) => (
          <>
            <ul aria-label={t('about.works')}>
              {works.map(({ name, licence, url, notice }) => (
                <li key={name}>
                  <Text>
                    <Link href={url} target="_blank" rel="noreferrer">
                      {name}
                    </Link>{' '}
                    ({licence})
                  </Text>
                  <Detail>{notice}</Detail>
                </li>
              ))}
            </ul>
            <details>
              <summary>{t('about.packages', { count: packages.length })}</summary>
              <ul aria-label={t('about.packages', { count: packages.length })}>
                {packages.map(({ name, version, licence, notice }) => (
                  <li key={`${name}@${version}`}>
                    <Text>
                      {name} {version} ({licence})
                    </Text>
                    <Detail>{notice}</Detail>
                  </li>
                ))}
              </ul>
            </details>
            {texts.map(({ licence, text }) => (
              <details key={licence}>
                <summary>{licence}</summary>
                <pre lang="en" style={{ whiteSpace: 'pre-wrap' }}>
                  {text}
                </pre>
              </details>
            ))}
          </>
        )}
      </Loaded>
    </AskDialog>
  )
}
