/** Searching in the languages and spellings of the world: the record that holds the word is first, and its snippet shows it. */
import { describe, expect, test } from 'vitest'
import { matchRanges } from '../../src/lib/match-ranges.ts'
import { queryTerms } from '../../src/retrieval/match.ts'
import { parseQuery } from '../../src/retrieval/query.ts'
import { readerOfNotes, searchNotes } from '../support/memory-search.ts'

interface Language {
  name: string
  /** Bodies; the number of one in this list is its id. */
  bodies: string[]
  /** What is typed, the ids of all that is found (the first is first, the others in any order), what the snippet of the first highlights. */
  finds: [query: string, ids: number[], marked: string[]][]
}

const languages: Language[] = [
  {
    name: 'Chinese',
    bodies: [
      '发布窗口改到周四晚上，备份之前不要重启服务器。',
      '数据库的备份每天凌晨执行。',
      '服务器的证书下个月过期。',
    ],
    finds: [
      ['发布窗口', [0], ['发布窗口']],
      ['周四', [0], ['周四']],
      ['晚上', [0], ['晚上']],
      ['数据库备份', [1, 0], ['数据库', '备份']],
      ['证书什么时候过期？', [2], ['证书', '过期']],
      ['服务器 证书', [2, 0], ['服务器', '证书']],
      ['備份', [], []],
    ],
  },
  {
    name: 'Japanese',
    bodies: [
      '夜間バックアップの手順は共有フォルダにあります。',
      '朝のミーティングで手順を確認する。',
      'サーバーの設定を変更した。',
    ],
    finds: [
      ['バックアップ', [0], ['バックアップ']],
      ['バックアップの手順', [0, 1], ['バックアップ', '手順']],
      ['ﾊﾞｯｸｱｯﾌﾟ', [0], ['バックアップ']],
      ['サーバーの設定', [2], ['サーバー', '設定']],
      ['ミーティング', [1], ['ミーティング']],
    ],
  },
  {
    name: 'Thai',
    bodies: ['ระบบสำรองข้อมูลทำงานทุกคืน', 'เสื้อสีขาวอยู่ในกล่อง', 'ข่าวใหม่ของทีมพัฒนา'],
    finds: [
      ['สำรอง', [0], ['สำรอง']],
      ['ข้อมูล', [0], ['ข้อมูล']],
      ['ทุกคืน', [0], ['ทุกคืน']],
      ['ขาว', [1], ['ขาว']],
      ['ข่าว', [2], ['ข่าว']],
    ],
  },
  {
    name: 'Korean',
    bodies: [
      '서버를 재시작하기 전에 백업을 확인하세요.',
      '백엔드 배포는 금요일에 하지 않는다.',
      '데이터베이스의 비밀번호를 바꿨다.',
    ],
    finds: [
      ['백업', [0], ['백업']],
      ['서버', [0], ['서버']],
      ['금요일 배포', [1], ['배포', '금요일']],
      ['비밀번호', [2], ['비밀번호']],
      ['백업'.normalize('NFD'), [0], ['백업']],
    ],
  },
  {
    name: 'German',
    bodies: [
      'Die Straße zum Lager ist über Ostern gesperrt.',
      'Überweisungen brauchen zwei Freigaben.',
      'Der Schlüssel für die Datenbanksicherung liegt im Safe.',
      'Strasbourg hat einen eigenen Server.',
    ],
    finds: [
      ['strasse', [0], ['Straße']],
      ['Straße', [0], ['Straße']],
      ['STRASSE', [0], ['Straße']],
      ['uber ostern', [0], ['über', 'Ostern']],
      ['schlussel', [2], ['Schlüssel']],
      ['Datenbank*', [2], ['Datenbanksicherung']],
      ['uberweisungen', [1], ['Überweisungen']],
    ],
  },
  {
    name: 'Portuguese',
    bodies: [
      'Segurança da informação: não guardar senhas no código.',
      'A reunião de avaliação foi adiada.',
      'Seguro do carro vence amanhã.',
    ],
    finds: [
      ['seguranca', [0], ['Segurança']],
      ['SEGURANÇA', [0], ['Segurança']],
      ['informacao', [0], ['informação']],
      ['reuniao', [1], ['reunião']],
      ['amanha', [2], ['amanhã']],
    ],
  },
  {
    name: 'Turkish',
    bodies: [
      'İstanbul ofisi taşınıyor.',
      'Isparta deposu ağustosta açılır.',
      'DİKKAT: şifre değiştirildi.',
      'Ankara ofisi kapalı.',
    ],
    finds: [
      ['istanbul', [0], ['İstanbul']],
      ['İSTANBUL', [0], ['İstanbul']],
      ['ISTANBUL', [0], ['İstanbul']],
      ['ısparta', [1], ['Isparta']],
      ['ISPARTA', [1], ['Isparta']],
      ['isparta', [1], ['Isparta']],
      ['dikkat', [2], ['DİKKAT']],
      ['sifre', [2], ['şifre']],
      ['tasiniyor', [0], ['taşınıyor']],
    ],
  },
  {
    name: 'French',
    bodies: [
      "L'équipe déploie à Noël, où personne ne regarde.",
      'Le cœur du système est un ordonnanceur.',
      "Aujourd'hui, le serveur a été redémarré.",
    ],
    finds: [
      ['equipe', [0], ['équipe']],
      ["l'équipe", [0], ["L'équipe"]],
      ['deploie noel', [0], ['déploie', 'Noël']],
      ['coeur', [1], ['cœur']],
      ['cœur', [1], ['cœur']],
      ['aujourd’hui', [2], ["Aujourd'hui"]],
      ['redemarre', [2], ['redémarré']],
    ],
  },
  {
    name: 'Spanish',
    bodies: [
      '¿Cuándo caduca la contraseña del año nuevo?',
      'El niño rompió la configuración.',
      'Ano nuevo chino: oficina cerrada.',
    ],
    finds: [
      ['contrasena', [0], ['contraseña']],
      ['¿contraseña?', [0], ['contraseña']],
      ['configuracion', [1], ['configuración']],
      ['nino', [1], ['niño']],
    ],
  },
  {
    name: 'Vietnamese',
    bodies: ['Máy chủ dự phòng đặt ở Đà Nẵng.', 'Cập nhật mật khẩu mỗi quý.', 'Đường dây nóng cho khách hàng.'],
    finds: [
      ['da nang', [0], ['Đà', 'Nẵng']],
      ['Đà Nẵng', [0], ['Đà', 'Nẵng']],
      ['mat khau', [1], ['mật', 'khẩu']],
      ['duong day nong', [2], ['Đường', 'dây', 'nóng']],
      ['máy chủ'.normalize('NFD'), [0], ['Máy', 'chủ']],
    ],
  },
  {
    name: 'Polish, Danish, Norwegian, Icelandic',
    bodies: [
      'Łódź ma nowy magazyn.',
      'Øresund-broen er lukket på søndag.',
      'Þjónustan er óvirk.',
      'Æbler og smørrebrød til mødet.',
    ],
    finds: [
      ['lodz', [0], ['Łódź']],
      ['oresund', [1], ['Øresund']],
      ['þjónustan', [2], ['Þjónustan']],
      ['smorrebrod', [3], ['smørrebrød']],
      ['aebler', [3], ['Æbler']],
    ],
  },
  {
    name: 'Russian',
    bodies: ['Ёлка сборки падает по вторникам.', 'Сервер перезапущен, всё работает.', 'Пароль хранится в сейфе.'],
    finds: [
      ['елка', [0], ['Ёлка']],
      ['ЁЛКА', [0], ['Ёлка']],
      ['все работает', [1], ['всё', 'работает']],
      ['СЕРВЕР', [1], ['Сервер']],
      ['пароль', [2], ['Пароль']],
    ],
  },
  {
    name: 'Ukrainian and Greek',
    bodies: ['Її сервер у Києві.', 'Η ασφάλεια των δεδομένων.', 'Ο διακομιστής της Αθήνας.'],
    finds: [
      ['києві', [0], ['Києві']],
      ['ασφαλεια', [1], ['ασφάλεια']],
      ['ΑΣΦΑΛΕΙΑ', [1], ['ασφάλεια']],
      ['διακομιστησ', [2], ['διακομιστής']],
      ['αθηνας', [2], ['Αθήνας']],
    ],
  },
  {
    name: 'Arabic',
    bodies: ['الْخَادِمُ مُتَوَقِّفٌ عَنِ العَمَل', 'كلمة المرور في الخزنة', 'أحمد يراجع الإعدادات'],
    finds: [
      ['الخادم', [0], ['الْخَادِمُ']],
      ['كلمة المرور', [1], ['كلمة', 'المرور']],
      ['كَلِمَة', [1], ['كلمة']],
      ['كلـــمة', [1], ['كلمة']],
      ['احمد', [2], ['أحمد']],
      ['الاعدادات', [2], ['الإعدادات']],
    ],
  },
  {
    name: 'Hebrew',
    bodies: ['הַשָּׁרַת נָפַל בַּלַּיְלָה', 'הסיסמה נמצאת בכספת', 'צוות הפיתוח נפגש ביום שני'],
    finds: [
      ['השרת', [0], ['הַשָּׁרַת']],
      ['הסיסמה', [1], ['הסיסמה']],
      ['הַסִּיסְמָה', [1], ['הסיסמה']],
      ['צוות', [2], ['צוות']],
    ],
  },
  {
    name: 'Hindi',
    bodies: ['सर्वर रात में बंद रहता है।', 'पासवर्ड तिजोरी में है।', 'हिन्दी अनुवाद अधूरा है।'],
    finds: [
      ['सर्वर', [0], ['सर्वर']],
      ['पासवर्ड', [1], ['पासवर्ड']],
      ['हिन्दी', [2], ['हिन्दी']],
      ['तिजोरी', [1], ['तिजोरी']],
    ],
  },
  {
    name: 'mixed scripts',
    bodies: [
      '部署API之前先运行test',
      'Der Server in 東京 heißt tokyo-1',
      'α-Version und β-Version',
      'React组件用useState',
    ],
    finds: [
      ['API', [0], ['API']],
      ['部署API', [0], ['部署API']],
      ['東京', [1], ['東京']],
      ['東京 server', [1], ['Server', '東京']],
      ['β version', [2], ['Version', 'β', 'Version']],
      ['useState', [3], ['useState']],
      ['组件', [3], ['组件']],
    ],
  },
  {
    name: 'forms of one letter',
    bodies: ['ＡＰＩ ｇａｔｅｗａｙ ２０３１', 'Ångström and café', 'ﬁle of the oﬃce', 'the gateway of 2030'],
    finds: [
      ['api', [0], ['ＡＰＩ']],
      ['ａｐｉ', [0], ['ＡＰＩ']],
      ['2031', [0], ['２０３１']],
      ['angstrom', [1], ['Ångström']],
      ['A\u030angstro\u0308m', [1], ['Ångström']],
      ['cafe\u0301', [1], ['café']],
      ['file', [2], ['ﬁle']],
      ['office', [2], ['oﬃce']],
    ],
  },
  {
    name: 'decomposed text',
    bodies: [
      'Segurança e Ångström'.normalize('NFD'),
      'Đà Nẵng và Łódź'.normalize('NFD'),
      '백업을 확인'.normalize('NFD'),
      'Ёлка'.normalize('NFD'),
    ],
    finds: [
      ['segurança', [0], ['Segurança']],
      ['seguranca', [0], ['Segurança']],
      ['ångström', [0], ['Ångström']],
      ['nang', [1], ['Nẵng']],
      ['백업', [2], ['백업']],
      ['ёлка', [3], ['Ёлка']],
    ],
  },
]

describe.each(languages)('$name', ({ bodies, finds }) => {
  const reader = readerOfNotes(bodies.map((body, at) => ({ id: String(at), title: `Note ${at}`, body })))

  test.each(finds)('%s', (query, ids, marked) => {
    const { hits } = searchNotes(reader, query)
    const found = hits.map(({ id }) => Number(id))
    expect(found[0]).toBe(ids[0])
    expect(found.sort()).toEqual(ids.toSorted())
    const snippet = hits[0]?.snippet ?? ''
    expect(markedIn(snippet, queryTerms(parseQuery(query)))).toEqual(marked)
  })
})

/** What a reader sees highlighted: ranges that touch are one. */
function markedIn(text: string, terms: readonly string[]): string[] {
  const pieces: { start: number; end: number }[] = []
  for (const [start, end] of matchRanges(text, terms)) {
    const last = pieces.at(-1)
    if (last?.end === start) last.end = end
    else pieces.push({ start, end })
  }
  return pieces.map(({ start, end }) => text.slice(start, end).normalize('NFC'))
}
