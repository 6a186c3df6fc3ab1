import type { DestinationsMessages } from './en.ts'

export const ar: DestinationsMessages = {
  destinations_intro:
    'يدفع عملاؤك مباشرة إلى محفظتك. لا يملك هذا الخادم أي مفاتيح. لا تعرض فواتيرك العملات التي لا محفظة استلام لها.',
  destinations_is_set: 'مُعدّة',
  destinations_not_set: 'غير مُعدّة',
  destinations_none: 'لا يستطيع عملاؤك الدفع لك بعملة {coin} بعد.',
  destinations_set_up: 'إضافة محفظة',
  destinations_change: 'تغيير المحفظة',
  destinations_kind: 'النوع',
  destinations_kind_xpub: 'مفتاح عام موسّع: عنوان جديد لكل فاتورة',
  destinations_kind_address: 'عنوان ثابت: نفسه لكل الفواتير',
  destinations_address: 'العنوان',
  destinations_key_id: 'معرّف المفتاح',
  destinations_next: 'الفهرس التالي',
  destinations_first: 'العناوين الأولى',
  destinations_now: 'محفظة الاستلام الحالية',
  destinations_set_title: 'محفظة الاستلام',
  destinations_change_title: 'محفظة استلام جديدة',
  destinations_how:
    'نوصي بالمفتاح العام الموسّع (xpub) لمحفظتك كي تحصل كل فاتورة على عنوان جديد. يمكنه رؤية أموالك ولا يمكنه إنفاقها. بعد ذلك تقارن العناوين بمحفظتك، ولا يتغير شيء قبل أن تؤكد.',
  destinations_field: 'مفتاح عام موسّع أو عنوان',
  destinations_field_hint:
    'تبدأ المفاتيح هنا بـ {names}. لا تشارك أبدًا مفتاحًا خاصًا أو عبارة الاسترداد مع أحد، ولا في هذه الصفحة.',
  destinations_show: 'عرض العناوين',
  destinations_test_title: 'ليس لديك محفظة بعد؟',
  destinations_test_text:
    'العملات التجريبية في هذه البيئة بلا قيمة. مفتاح الاختبار لا يخص أي محفظة، فلا شيء للمقارنة. العملات المُعدّة سابقًا لا تتغير.',
  destinations_test_button: 'استخدم مفاتيح اختبار لكل العملات',
  destinations_skip_title: 'تخطّي عناوين',
  destinations_skip_text:
    'استخدم هذا إذا استعملت محفظتك العناوين التالية في مكان آخر. تفحص معظم المحافظ عشرين عنوانًا متتاليًا غير مستخدم فقط، فتخطَّ أقل عدد ممكن.',
  destinations_skip_by: 'عدد العناوين',
  destinations_skip_hint: 'من 1 إلى {max}',
  destinations_skip: 'تخطّي العناوين',
  destinations_compare_title: 'المقارنة بمحفظتك',
  destinations_compare_xpub:
    'افتح قائمة عناوين الاستلام في محفظتك. يجب أن تتطابق الثلاثة الأولى مع هذه حرفًا بحرف:',
  destinations_compare_address: 'يجب أن يكون هذا عنوان استلام في محفظتك، حرفًا بحرف:',
  destinations_about_xpub: 'إن اختلفت فهذا حساب آخر أو نوع عناوين آخر. لا تؤكده.',
  destinations_about_address:
    'تستخدم كل الفواتير هذا العنوان الواحد، فيستطيع أي شخص أن يرى أنها تعود إلى الجهة نفسها. تُميَّز الفواتير المفتوحة بمبالغ مختلفة قليلًا.',
  destinations_confirm_title: 'التأكيد',
  destinations_confirm_text:
    'لم يتغير شيء بعد. الفواتير التي لها عنوان تحتفظ به. كل ما عداها يستخدم هذه المحفظة من الآن.',
  destinations_same_text: 'هذه محفظة الاستلام الحالية. لا يتغير شيء.',
  destinations_email_text: 'سنرسل إليك بريدًا إلكترونيًا عن هذا التغيير.',
  destinations_confirm: 'العناوين متطابقة',
  destinations_mismatch: 'غير متطابقة: أدخل محفظة أخرى',
  destinations_done_set: 'تم حفظ محفظة استلام {coin}.',
  destinations_done_test: 'أُضيفت مفاتيح اختبار لكل العملات.',
  destinations_done_skipped: 'تم تخطّي عناوين {coin}.',
  destinations_error_key: 'هذا المفتاح العام الموسّع ناقص أو خاطئ. انسخه مرة أخرى من محفظتك.',
  destinations_error_private_key:
    'هذا مفتاح خاص. من يملكه يستطيع إنفاق أموالك. لم نحفظه. أدخل المفتاح العام الموسّع المقابل له، ولا تدخل المفتاح الخاص في أي مكان آخر.',
  destinations_error_other_key: 'هذا المفتاح لعملة أو شبكة أخرى. أدخل مفتاحًا يبدأ كما هو مذكور أسفل الحقل.',
  destinations_error_address:
    'هذا ليس عنوانًا ولا مفتاحًا عامًا موسّعًا لهذه العملة على هذه الشبكة. انسخه مرة أخرى من محفظتك.',
  destinations_error_derived: 'اشتُقّ هذا العنوان من مفتاح عام موسّع من أجل فاتورة. أدخل عنوانًا آخر.',
  destinations_error_changed:
    'تغيّرت محفظة استلام هذه العملة بعد أن فتحت هذه الصفحة، ولذلك لم تُحفظ الجديدة. تحقق من المحفظة الحالية، ثم ابدأ من جديد إن أردت تغييرها.',
  destinations_error_skip: 'أدخل عددًا صحيحًا ضمن النطاق المذكور أسفل الحقل.',

  email_destination_changed_subject: 'تغيّرت محفظة الاستلام الخاصة بك',
  email_destination_changed_text:
    'تذهب مدفوعات {coin} إلى حسابك {email} إلى محفظة أخرى من الآن. عنوانها الأول هو:\n\n{address}\n\nقارنه بمحفظتك. إن لم تكن أنت من فعل ذلك فأعد تعيين كلمة المرور فورًا، ثم حدّد محفظة الاستلام من جديد:\n\n{url}',
}
