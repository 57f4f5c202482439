import account from './account.json'
import audit from './audit.json'
import auth from './auth.json'
import businesses from './businesses.json'
import common from './common.json'
import consent from './consent.json'
import devices from './devices.json'
import entities from './entities.json'
import errors from './errors.json'
import format from './format.json'
import home from './home.json'
import install from './install.json'
import installMobile from './install-mobile.json'
import jobs from './jobs.json'
import liveTest from './live-test.json'
import map from './map.json'
import outbox from './outbox.json'
import returns from './returns.json'
import roles from './roles.json'
import scanner from './scanner.json'
import screens from './screens.json'
import shell from './shell.json'
import table from './table.json'
import tags from './tags.json'
import tokens from './tokens.json'
import trips from './trips.json'
import users from './users.json'
import verification from './verification.json'

const texts = {
  account,
  audit,
  auth,
  businesses,
  common,
  consent,
  devices,
  entities,
  errors,
  format,
  home,
  install,
  installMobile,
  jobs,
  liveTest,
  map,
  outbox,
  returns,
  roles,
  scanner,
  screens,
  shell,
  table,
  tags,
  tokens,
  trips,
  users,
  verification,
}

export default texts
