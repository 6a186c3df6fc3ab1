import { ar as audit } from '../../audit/messages/ar.ts'
import { ar as deliveries } from '../../deliveries/messages/ar.ts'
import { ar as destinations } from '../../destinations/messages/ar.ts'
import { ar as invoices } from '../../invoices/messages/ar.ts'
import { ar as operator } from '../../operator/messages/ar.ts'
import { ar as overview } from '../../overview/messages/ar.ts'
import { ar as people } from '../../people/messages/ar.ts'
import { ar as preferences } from '../../preferences/messages/ar.ts'
import { ar as till } from '../../till/messages/ar.ts'
import { ar as tokens } from '../../tokens/messages/ar.ts'
import { ar as webhooks } from '../../webhooks/messages/ar.ts'
import type { DashboardMessages } from './en.ts'

export const ar: DashboardMessages = {
  ...audit,
  ...deliveries,
  ...destinations,
  ...invoices,
  ...operator,
  ...overview,
  ...people,
  ...preferences,
  ...till,
  ...tokens,
  ...webhooks,

  languages: 'اللغة',
  skip: 'انتقل إلى المحتوى',
  sign_in: 'تسجيل الدخول',
  sign_out: 'تسجيل الخروج',
  register: 'إنشاء حساب',
  dashboard: 'لوحة التحكم',
  navigation: 'الصفحات',
  overview: 'نظرة عامة',
  invoices: 'الفواتير',
  till: 'الصندوق',
  deliveries: 'عمليات التسليم',
  people: 'الأشخاص',
  operator: 'التشغيل',
  destinations: 'وجهات الأموال',
  tokens: 'رموز الوصول',
  webhooks: 'الويب هوك',
  preferences: 'التفضيلات',
  audit: 'سجل التدقيق',
  read_only: 'للقراءة فقط: {name}',
  read_only_label: 'حساب شخص آخر',
  read_only_leave: 'العودة إلى حسابك',
  pages: 'بقية القائمة',
  first_page: 'الصفحة الأولى',
  next_page: 'الصفحة التالية',
  security: 'الأمان',
  sessions: 'الجلسات',
  settings: 'الإعدادات',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  new_password: 'كلمة المرور الجديدة',
  password_hint: 'من 8 إلى 128 حرفًا. الصق كلمة مرور من مدير كلمات المرور، أو اختر بضع كلمات.',
  password_again: 'مرة أخرى، حتى لا يغيّر أحد هذا على جهاز تركته مفتوحًا.',

  home_title: 'فواتير بعملتك، تُدفع بالعملات الرقمية',
  home_text:
    'تكتب Quittance الفواتير بالدولار أو اليورو أو الين، ويدفعها زبائنك بعملة BTC أو BCH أو BSV أو DASH أو LTC أو DOGE. يصل المال مباشرة إلى محفظتك: لا يحتفظ هذا الخادم بأي مفاتيح ولا يأخذ أي رسوم.',
  home_network: 'يعمل هذا الخادم بشبكة تجريبية: العملات هنا للتجربة ولا قيمة لها.',
  login_title: 'تسجيل الدخول',
  forgot_link: 'هل نسيت كلمة المرور؟',
  no_account: 'ليس لديك حساب؟',
  have_account: 'لديك حساب؟',
  code_title: 'أدخل الرمز',
  code_text: 'أدخل الأرقام الستة من تطبيق المصادقة، أو استعمل أحد رموز الاسترداد.',
  code: 'الرمز',
  go_on: 'متابعة',
  start_over: 'البدء من جديد',
  register_title: 'إنشاء حساب',
  register_invited: 'تمت دعوتك باسم {email}.',
  register_first: 'هذا أول حساب: يصبح صاحبه مشغّل هذا الخادم.',
  register_closed: 'لا يمكن لأحد التسجيل هنا دون دعوة. اطلب رابطًا من مشغّل هذا الخادم.',
  mail_title: 'تحقق من بريدك',
  mail_text:
    'إذا كان استعمال العنوان ممكنًا، فإن رسالة فيها رابط في طريقها إليه. الرابط صالح لفترة، ولمرة واحدة.',
  choose_title: 'إنشاء حساب {email}؟',
  choose_text:
    'سجّل أحدهم بهذا العنوان، وربما كنت أنت في متصفح آخر. كلمة مرور الحساب هي التي تختارها هنا دون غيرها. إن كنت لا تريد حسابًا فأغلق هذه الصفحة: لن يحدث شيء.',
  forgot_title: 'كلمة مرور جديدة',
  forgot_text: 'نرسل إلى عنوانك رابطًا تختار به كلمة مرور أخرى.',
  forgot_send: 'أرسل الرابط',
  forgot_operator:
    'لا يرسل هذا الخادم بريدًا. اطلب رابطًا من مشغّله: يطبع الأمر {command} رابطًا تختار به كلمة مرور أخرى.',
  reset_title: 'اختر كلمة مرور جديدة',
  reset_text: 'سيتم تسجيل خروجك من كل مكان كنت مسجّلًا فيه.',
  reset_save: 'حفظ كلمة المرور',
  over_title: 'انتهت صلاحية هذا الرابط',
  over_text: 'استُعمل من قبل أو أصبح قديمًا. اطلب رابطًا جديدًا.',

  welcome: 'مرحبًا، {name}',
  landing_text: 'سجّلت الدخول باسم {email}.',
  operator_note: 'أنت مشغّل هذا الخادم.',
  security_text: 'كلمة المرور، ورموز إلى جانبها.',
  sessions_text: 'المتصفحات التي سجّلت الدخول فيها.',

  change_password: 'تغيير كلمة المرور',
  change_password_text: 'تبقى مسجّلًا هنا، ويتم تسجيل خروجك من كل مكان آخر.',
  old_password: 'كلمة المرور الحالية',
  done_password:
    'تم تغيير كلمة المرور. سُجّل خروجك من كل مكان آخر. إن كان شخص آخر قد دخل حسابك فراجع أيضًا {people} و{webhooks} و{preferences} و{tokens}: فهي تبقى كما هي.',
  codes: 'رموز تحقق إلى جانب كلمة المرور',
  codes_off_text: 'مع الرموز لا تكفي كلمة المرور وحدها: يُطلب عند الدخول أيضًا ستة أرقام من تطبيق على هاتفك.',
  codes_on_text: 'يُطلب عند الدخول رمز من تطبيق المصادقة.',
  codes_set_up: 'إعداد رموز التحقق',
  codes_turn_off: 'إيقاف رموز التحقق',
  done_codes_on: 'تم تشغيل الرموز، وتسجيل خروجك من كل مكان آخر.',
  done_codes_off: 'تم إيقاف الرموز. تكفي كلمة المرور للدخول.',
  set_up_title: 'إعداد رموز التحقق',
  set_up_scan: 'امسح هذا بتطبيق مصادقة',
  set_up_qr: 'رمز QR لمفتاح تطبيق المصادقة',
  set_up_key: 'أو اكتب المفتاح',
  set_up_recovery: 'احتفظ برموز الاسترداد هذه',
  set_up_recovery_text:
    'يُدخلك كل منها مرة واحدة إذا ضاع الهاتف. تظهر هذه المرة فقط: اطبعها أو ضعها في مدير كلمات المرور.',
  set_up_confirm: 'ثم أدخل رمزًا من التطبيق',
  set_up_on: 'تشغيل رموز التحقق',

  sessions_intro: 'أنهِ ما لا تعرفه منها، ثم غيّر كلمة المرور.',
  this_session: 'هذا المتصفح',
  unknown_device: 'متصفح غير معروف',
  session_since: 'سجّل الدخول {time}',
  session_seen: 'آخر استعمال {time}',
  session_from: 'من {address}',
  end_session: 'إنهاء هذه الجلسة',
  done_session: 'انتهت الجلسة.',

  error_account_invalid: 'أدخل عنوان بريد إلكتروني مثل shop@example.com.',
  error_password_invalid: 'اختر كلمة مرور أخرى: من 8 إلى 128 حرفًا، ولا يستعملها كثيرون.',
  error_sign_in_wrong: 'عنوان البريد الإلكتروني أو كلمة المرور غير صحيح.',
  error_password_wrong: 'كلمة المرور غير صحيحة: لم يتغيّر شيء.',
  error_code_wrong: 'الرمز غير صحيح أو استُعمل من قبل.',
  error_too_many: 'محاولات كثيرة. حاول مرة أخرى بعد {minutes}.',
  error_registration_refused:
    'تعذّر إنشاء حساب بهذا العنوان هنا. إذا كان عنوانك فسجّل الدخول أو اطلب كلمة مرور جديدة.',
  error_cross_site: 'لم يُرسل هذا النموذج من صفحة لهذه الخدمة. افتح {address} وأرسله من هناك.',
  error_view_only: 'هذا الحساب ليس لك: يمكنك الاطلاع عليه دون تغيير شيء.',
  error_missing: 'لا يوجد شيء في هذا العنوان.',
  error_missing_title: 'الصفحة غير موجودة',
  error_back: 'العودة إلى البداية',
  error_unavailable: 'الخادم مشغول الآن. حاول مرة أخرى بعد قليل.',
  error_other: 'لم ينجح ذلك. ارجع وحاول مرة أخرى.',
  error_title: 'لم ينجح ذلك',

  letter_reset_subject: 'كلمة مرور جديدة في Quittance',
  letter_reset_text:
    'طلب أحدهم كلمة مرور جديدة لحسابك. إن كنت أنت فاخترها هنا خلال ساعة:\n\n{url}\n\nوإن لم تكن أنت فلا تفعل شيئًا: تبقى كلمة المرور كما هي.',
  letter_registration_subject: 'حسابك في Quittance',
  letter_registration_text:
    'سجّل أحدهم بالعنوان {email}. إن كنت أنت فإن هذا الرابط ينشئ الحساب ويسجّل دخولك خلال يوم:\n\n{url}\n\nوإن لم تكن أنت فلا تفعل شيئًا: لن يُنشأ أي حساب.',
  letter_registered_already_subject: 'حسابك في Quittance',
  letter_registered_already_text:
    'حاول أحدهم التسجيل بالعنوان {email} وله حساب من قبل. إن كنت أنت فسجّل الدخول هنا:\n\n{url}\n\nوإن لم تكن أنت فلا تفعل شيئًا.',
  letter_password_changed_subject: 'تم تغيير كلمة المرور',
  letter_password_changed_text:
    'تم تغيير كلمة مرور حسابك {email}، وتسجيل خروج كل المتصفحات ما عدا واحدًا.\n\nإن لم تكن أنت فاختر كلمة مرور أخرى فورًا:\n\n{url}',
  letter_code_on_subject: 'تم تشغيل الرموز',
  letter_code_on_text:
    'يُطلب من الآن رمز عند الدخول إلى حسابك {email}.\n\nإن لم تكن أنت فاختر كلمة مرور أخرى فورًا، وأخبر مشغّل الخادم:\n\n{url}',
  letter_code_off_subject: 'تم إيقاف الرموز',
  letter_code_off_text:
    'لم يعد يُطلب رمز عند الدخول إلى حسابك {email}.\n\nإن لم تكن أنت فاختر كلمة مرور أخرى فورًا:\n\n{url}',
  letter_link_granted_subject: 'يمكنك الاطلاع على حساب آخر',
  letter_named: 'الحساب رقم {number}، واسمه «{name}»،',
  letter_nameless: 'الحساب رقم {number}',
  letter_link_granted_text:
    '{account} يتيح لك الاطلاع على فواتيره ومدفوعاته وأرقامه، دون تغيير أي شيء فيه. افتحه هنا بعد تسجيل الدخول باسم {email}:\n\n{url}\n\nإن كنت لا تعرف صاحبه فارفض ذلك هنا:\n\n{people}',
  letter_origin: 'الوقت: {time}\nالمصدر: {from}',
  letter_pause:
    'حدثت عدة تغييرات من هذا النوع، فهذه آخر رسالة عن مثلها لمدة أقصاها ساعة. وكل ما يتغيّر في هذه الأثناء مسجَّل في سجل التدقيق:\n\n{log}',
}
