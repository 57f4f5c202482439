import type { Locale } from '../../texts/locale.js'

/** The kinds of report, by what people call them. */
const REPORTS: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  periodic: { nl: 'Periodiek overzicht', en: 'Periodic overview', de: 'Periodische Übersicht', fr: 'Aperçu périodique' },
  individual: { nl: 'Individueel overzicht', en: 'Individual overview', de: 'Einzelübersicht', fr: 'Aperçu individuel' },
  multiple: { nl: 'Meervoudig overzicht', en: 'Multiple overview', de: 'Mehrfachübersicht', fr: 'Aperçu multiple' },
}

/** In the order in which the specification has them, in a language. */
export const reportsIn = (locale: Locale): { id: string; name: string }[] =>
  Object.entries(REPORTS).map(([id, names]) => ({ id, name: names[locale] }))
