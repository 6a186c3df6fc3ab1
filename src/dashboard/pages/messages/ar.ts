import { ar as audit } from '../../audit/messages/ar.ts'
import { ar as deliveries } from '../../deliveries/messages/ar.ts'
import { ar as destinations } from '../../destinations/messages/ar.ts'
import { ar as exceptions } from '../../exceptions/messages/ar.ts'
import { ar as invoices } from '../../invoices/messages/ar.ts'
import { ar as operator } from '../../operator/messages/ar.ts'
import { ar as overview } from '../../overview/messages/ar.ts'
import { ar as people } from '../../people/messages/ar.ts'
import { ar as preferences } from '../../preferences/messages/ar.ts'
import { ar as security } from '../../security/messages/ar.ts'
import { ar as till } from '../../till/messages/ar.ts'
import { ar as tokens } from '../../tokens/messages/ar.ts'
import { ar as webhooks } from '../../webhooks/messages/ar.ts'
import type { DashboardMessages } from './en.ts'

export const ar: DashboardMessages = {
  ...audit,
  ...deliveries,
  ...destinations,
  ...exceptions,
  ...invoices,
  ...operator,
  ...overview,
  ...people,
  ...preferences,
  ...security,
  ...till,
  ...tokens,
  ...webhooks,

  languages: 'اللغة',
  skip: 'انتقل إلى المحتوى',
  sign_in: 'تسجيل الدخول',
  sign_out: 'تسجيل الخروج',
  register: 'إنشاء حساب',
  dashboard: 'لوحة التحكم',
  navigation: 'القائمة الرئيسية',
  overview: 'نظرة عامة',
  invoices: 'الفواتير',
  till: 'الصندوق',
  deliveries: 'عمليات التسليم',
  people: 'الأشخاص',
  operator: 'التشغيل',
  destinations: 'محافظ الاستلام',
  tokens: 'رموز الوصول',
  webhooks: 'الويب هوك',
  preferences: 'التفضيلات',
  audit: 'سجل التدقيق',
  read_only: 'للقراءة فقط: {name}',
  read_only_label: 'حساب شخص آخر',
  read_only_leave: 'العودة إلى حسابك',
  pagination: 'التنقل بين الصفحات',
  first_page: 'الصفحة الأولى',
  next_page: 'الصفحة التالية',
  security: 'الأمان',
  sessions: 'الجلسات',
  settings: 'الإعدادات',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  new_password: 'كلمة المرور الجديدة',
  password_hint: 'من 8 إلى 128 حرفًا. الصق كلمة مرور من مدير كلمات المرور، أو استخدم بضع كلمات.',
  password_again: 'أكّد كلمة المرور، حتى لا يغيّر أحد هذا على جهاز متروك دون رقابة.',

  home_title: 'فواتير بعملتك، تُدفع بالعملات الرقمية',
  home_text:
    'تنشئ Quittance الفواتير بالدولار أو اليورو أو الين، ويدفعها عملاؤك بعملة BTC أو BCH أو BSV أو DASH أو LTC أو DOGE. تصل المدفوعات مباشرة إلى محفظتك. لا يحتفظ هذا الخادم بأي مفاتيح ولا يأخذ أي رسوم.',
  home_sandbox: 'هذا الخادم بيئة تجريبية. يستخدم عملات تجريبية بلا قيمة.',
  login_title: 'تسجيل الدخول',
  forgot_link: 'هل نسيت كلمة المرور؟',
  no_account: 'ليس لديك حساب؟',
  have_account: 'لديك حساب بالفعل؟',
  code_title: 'أدخل الرمز',
  code_text: 'أدخل الرمز المكوّن من ستة أرقام من تطبيق المصادقة، أو أحد رموز الاسترداد.',
  code: 'الرمز',
  continue: 'متابعة',
  start_over: 'البدء من جديد',
  register_title: 'إنشاء حساب',
  register_invited: 'تمت دعوتك باسم {email}.',
  register_first: 'هذا أول حساب، لذلك يصبح صاحبه مشغّل هذا الخادم.',
  register_closed: 'تحتاج إلى دعوة لإنشاء حساب. اطلب رابطًا من مشغّل هذا الخادم.',
  mail_title: 'تحقق من بريدك الإلكتروني',
  mail_text:
    'إذا كان التسجيل بهذا العنوان ممكنًا فقد أرسلنا إليه رابطًا. يمكن استخدامه مرة واحدة، وتنتهي صلاحيته بعد 24 ساعة.',
  choose_title: 'إنشاء حساب {email}؟',
  choose_text:
    'سجّل أحدهم بهذا العنوان، وربما كنت أنت في متصفح آخر. لإنشاء الحساب اختر كلمة مروره هنا. لن تعمل كلمة المرور التي أُدخلت في المتصفح الآخر. إن كنت لا تريد حسابًا فأغلق هذه الصفحة.',
  forgot_title: 'إعادة تعيين كلمة المرور',
  forgot_text: 'سنرسل إليك رابطًا بالبريد الإلكتروني لاختيار كلمة مرور جديدة.',
  forgot_send: 'إرسال الرابط',
  forgot_operator:
    'لا يرسل هذا الخادم بريدًا إلكترونيًا. اطلب من مشغّله رابطًا لاختيار كلمة مرور جديدة: يطبعه الأمر {command}.',
  reset_title: 'اختر كلمة مرور جديدة',
  reset_text: 'سيتم تسجيل خروجك من كل مكان آخر.',
  reset_save: 'حفظ كلمة المرور',
  link_expired_title: 'انتهت صلاحية هذا الرابط',
  link_expired_text: 'استُخدم من قبل أو أصبح قديمًا. اطلب رابطًا جديدًا.',

  welcome: 'مرحبًا، {name}',
  landing_text: 'سجّلت الدخول باسم {email}.',
  operator_note: 'أنت مشغّل هذا الخادم.',

  change_password: 'تغيير كلمة المرور',
  change_password_text: 'تبقى مسجّلًا هنا، ويتم تسجيل خروجك من كل مكان آخر.',
  old_password: 'كلمة المرور الحالية',
  done_password:
    'تم تغيير كلمة المرور وتسجيل خروجك من كل مكان آخر. إن كان شخص آخر قد دخل حسابك فراجع أيضًا {passkeys} و{people} و{webhooks} و{preferences} و{tokens}. كلمة المرور الجديدة لا تغيّر شيئًا فيها.',
  codes: 'المصادقة الثنائية',
  codes_off_text: 'مع المصادقة الثنائية يتطلب تسجيل الدخول أيضًا رمزًا من ستة أرقام من تطبيق على هاتفك.',
  codes_on_text: 'يتطلب تسجيل الدخول رمزًا من تطبيق المصادقة.',
  codes_set_up: 'إعداد المصادقة الثنائية',
  codes_turn_off: 'إيقاف المصادقة الثنائية',
  done_codes_on: 'تم تفعيل المصادقة الثنائية، وتسجيل خروجك من كل مكان آخر.',
  done_codes_off: 'تم إيقاف المصادقة الثنائية. تكفي كلمة المرور لتسجيل الدخول.',
  set_up_title: 'المصادقة الثنائية',
  set_up_scan: 'امسح هذا الرمز بتطبيق المصادقة',
  set_up_qr: 'رمز QR لمفتاح تطبيق المصادقة',
  set_up_key: 'أو أدخل هذا المفتاح',
  set_up_recovery: 'احفظ رموز الاسترداد',
  set_up_recovery_text:
    'يُدخلك كل رمز مرة واحدة إذا فقدت هاتفك. تظهر مرة واحدة فقط: اطبعها أو احفظها في مدير كلمات المرور.',
  set_up_confirm: 'أدخل رمزًا من التطبيق',
  set_up_on: 'تفعيل المصادقة الثنائية',

  sessions_intro: 'أنهِ أي جلسة لا تعرفها، ثم غيّر كلمة المرور.',
  this_session: 'هذا المتصفح',
  unknown_device: 'متصفح غير معروف',
  session_since: 'سجّل الدخول {time}',
  session_seen: 'آخر نشاط {time}',
  session_from: 'من {address}',
  end_session: 'إنهاء الجلسة',
  done_session: 'انتهت الجلسة.',

  error_account_invalid: 'أدخل عنوان بريد إلكتروني، مثل shop@example.com.',
  error_password_invalid: 'اختر كلمة مرور أخرى: من 8 إلى 128 حرفًا، وليست شائعة.',
  error_sign_in_wrong: 'عنوان البريد الإلكتروني أو كلمة المرور غير صحيح. حاول مرة أخرى.',
  error_password_wrong: 'كلمة المرور غير صحيحة، ولم يتغيّر شيء. حاول مرة أخرى.',
  error_code_wrong: 'الرمز غير صحيح أو استُخدم من قبل. أدخل رمزًا آخر.',
  error_too_many: 'محاولات كثيرة. حاول مرة أخرى بعد {minutes}.',
  error_registration_refused:
    'تعذّر إنشاء حساب بهذا العنوان. إن كان عنوانك فسجّل الدخول أو أعد تعيين كلمة المرور.',
  error_cross_site: 'لم يُرسل هذا النموذج من صفحة في هذا الموقع. افتح {address} وأرسله من هناك.',
  error_view_only: 'هذا ليس حسابك، ولا يسمح وصولك بهذا التغيير.',
  error_missing: 'لا يوجد شيء في هذا العنوان. تحقق من الرابط.',
  error_missing_title: 'الصفحة غير موجودة',
  error_back: 'العودة إلى الصفحة الرئيسية',
  error_unavailable: 'الخادم مشغول. حاول مرة أخرى بعد قليل.',
  error_other: 'حدث خطأ ما. ارجع وحاول مرة أخرى.',
  error_title: 'حدث خطأ ما',

  email_reset_subject: 'إعادة تعيين كلمة المرور في Quittance',
  email_reset_text:
    'طلب أحدهم إعادة تعيين كلمة المرور لحسابك. إن كنت أنت فاختر كلمة مرور جديدة خلال ساعة:\n\n{url}\n\nوإن لم تكن أنت فتجاهل هذه الرسالة. تبقى كلمة المرور كما هي.',
  email_registration_subject: 'حسابك في Quittance',
  email_registration_text:
    'سجّل أحدهم بالعنوان {email}. إن كنت أنت فافتح هذا الرابط خلال يوم لإنشاء حسابك وتسجيل الدخول:\n\n{url}\n\nوإن لم تكن أنت فتجاهل هذه الرسالة. لن يُنشأ أي حساب.',
  email_already_registered_subject: 'حسابك في Quittance',
  email_already_registered_text:
    'حاول أحدهم التسجيل بالعنوان {email}، وله حساب بالفعل. إن كنت أنت فسجّل الدخول هنا:\n\n{url}\n\nوإن لم تكن أنت فتجاهل هذه الرسالة.',
  email_password_changed_subject: 'تم تغيير كلمة المرور',
  email_password_changed_text:
    'تم تغيير كلمة مرور حسابك {email}، وتسجيل خروج كل المتصفحات الأخرى.\n\nإن لم تكن أنت من فعل ذلك فأعد تعيين كلمة المرور فورًا:\n\n{url}',
  email_two_factor_enabled_subject: 'تم تفعيل المصادقة الثنائية',
  email_two_factor_enabled_text:
    'أصبح تسجيل الدخول إلى حسابك {email} يتطلب رمزًا.\n\nإن لم تكن أنت من فعل ذلك فأعد تعيين كلمة المرور فورًا، وأخبر مشغّل الخادم:\n\n{url}',
  email_two_factor_disabled_subject: 'تم إيقاف المصادقة الثنائية',
  email_two_factor_disabled_text:
    'لم يعد تسجيل الدخول إلى حسابك {email} يتطلب رمزًا.\n\nإن لم تكن أنت من فعل ذلك فأعد تعيين كلمة المرور فورًا:\n\n{url}',
  email_link_granted_subject: 'يمكنك الآن الاطلاع على حساب آخر',
  email_named: 'الحساب رقم {number} («{name}»)',
  email_nameless: 'الحساب رقم {number}',
  email_link_granted_text:
    '{account} يتيح لك الاطلاع على فواتيره ومدفوعاته وإحصاءاته، دون تغيير أي شيء فيه. افتحه هنا بعد تسجيل الدخول باسم {email}:\n\n{url}\n\nإن كنت لا تعرف صاحبه فارفض الوصول:\n\n{people}',
  email_origin: 'الوقت: {time}\nالمصدر: {from}',
  email_from_command_line: 'سطر الأوامر على الخادم',
  email_pause:
    'حدثت عدة تغييرات من هذا النوع، لذلك لن نرسل رسالة أخرى عن مثلها لمدة أقصاها ساعة. تظهر التغييرات الأخرى في سجل التدقيق:\n\n{log}',
}
