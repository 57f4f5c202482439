/** Names of time zones that forms offer: those of this browser that the API takes, and UTC, which browsers leave out. */
export const timeZoneNames = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'))]
