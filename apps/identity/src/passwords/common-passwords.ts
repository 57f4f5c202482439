/**
 * Common passwords of eight or more characters in the product's four languages. The comparison ignores case. A second
 * comparison also ignores trailing digits and punctuation, so that `wachtwoord` also covers `Wachtwoord1!`.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 12345678910 123123123 1234512345 11111111 111111111 1111111111 00000000 0000000000
  87654321 987654321 0987654321 9876543210 22222222 33333333 55555555 66666666 77777777 88888888 99999999 12341234
  11223344 112233445566 12121212 123321123 147258369 159753456 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5
  1qazxsw2 zaq12wsx zaq1zaq1 qazwsxedc qwertyui qwertyuiop qwerty123 qwerty1234 qwerty12 qwertz123 qwertzuiop
  azertyuiop azerty123 asdfghjk asdfghjkl asdfasdf zxcvbnm123 zxcvbnm1 poiuytrewq abcdefgh abcdefghi abcd1234
  abc12345 abc123456 a1b2c3d4 aa123456 aaaaaaaa a12345678 password passw0rd p@ssword p@ssw0rd pa55word
  passwort passwort1 wachtwoord wachtwoord1 motdepasse motdepasse1 geheim123 geheimnis welkom01 welkom123 welkom12
  willkommen bienvenue welcome1 welcome123 letmein1 letmein123 changeme changeme1 veranderen verander123
  administrator administrateur beheerder admin123 admin1234 admin12345 administrator1 superman superman1 batman123
  spiderman starwars pokemon1 football football1 voetbal1 voetbal123 fussball feyenoord ajaxajax amsterdam rotterdam
  utrecht1 antwerpen deutschland nederland belgique bruxelles frankreich marseille bayern123 schalke04 juventus
  liverpool manchester barcelona realmadrid baseball basketball iloveyou iloveyou1 ikhouvanjou ichliebedich jetaime1
  princess prinses1 princesse prinzessin sunshine sonnenschein soleil123 schatje1 schatje123 lieverd1 schatzi1
  chocolate chocolat chocolade computer computer1 internet internet1 samsung1 samsung123 iphone123 microsoft
  michelle jennifer jessica1 charlotte alexander alexandra sebastian christian nicolas1 stephanie elizabeth
  whatever trustno1 monkey123 dragon123 master123 shadow123 killer123 hello123 hallo123 hallo1234 bonjour1 bonjour123
  test1234 testtest test12345 testing1 testing123 temp1234 tijdelijk temporary default1 guest123 user1234
  zomer2023 zomer2024 zomer2025 zomer2026 winter2023 winter2024 winter2025 winter2026 summer2023 summer2024
  summer2025 summer2026 sommer2024 sommer2025 sommer2026 herfst2025 lente2026 autumn2025 spring2026
  roadbook roadbook1 roadbook123 fietsenwinkel fietsenmaker fahrrad1 fahrradladen velo1234 cargobike ebike123 elektrische
  mercedes mercedes1 volkswagen ferrari1 porsche911 corvette mustang1 yamaha123 vespa123
  secret123 secret12 supersecret topsecret access14 security security1 sécurité sicherheit veiligheid login123
  october2025 november2025 december2025 januari2026 januar2026 janvier2026 january2026 maandag1 montag123 lundi123`.split(/\s+/),
)
