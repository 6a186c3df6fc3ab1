/**
 * Some ten thousand of the most common passwords of at least eight characters, in lower case: from the frequency list of zxcvbn (data/passwords.txt at
 * commit 67c4ece, Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., MIT licence), which was counted in ten million passwords that
 * had become public.
 */
const list = `
!qaz2wsx !qazxsw2 %%passwo .adgjmptw 0.0.0.000 0000000000d 0000000000o 00000001 00000007 00009999 000777fffa 00096462 00197400 007james
00998877 01011900 01011910 01011950 01011960 01011961 01011970 01011971 01011972 01011973 01011974 01011975 01011976 01011977 01011978
01011979 01011980 01011981 01011982 01011983 01011984 01011985 01011986 01011987 01011988 01011989 01011990 01011991 01011992 01011993
01011994 01011995 01011999 01012000 01012001 01012010 01012011 01020304 0102030405 010203040506 01021990 01031985 01031988 01031989 01041985
01041988 01061986 01061990 01071986 01081988m 01081989 01091987 01091989 01121986 01121988 012345678910 013cpfza 0147258369 01478520
0147852369 0147896325 0192837465 01telemike01 02011971 02011975 02011980 02011981 02011982 02011983 02011984 02011985 02011986 02011987
02011988 02011989 02021971 02021973 02021976 02021979 02021981 02021982 02021983 02021984 02021985 02021986 02021987 02021988 02021989
02021990 02031970 02031973 02031974 02031975 02031977 02031978 02031979 02031980 02031981 02031982 02031984 02031985 02031986 02031987
02031988 02031989 02041972 02041973 02041974 02041975 02041976 02041977 02041978 02041979 02041980 02041981 02041982 02041983 02041984
02041985 02041986 02041987 02041988 02041989 02051970 02051972 02051973 02051975 02051976 02051977 02051978 02051980 02051981 02051982
02051983 02051984 02051985 02051986 02051987 02051988 02051989 02061971 02061972 02061974 02061976 02061977 02061980 02061982 02061983
02061984 02061985 02061986 02061987 02061988 02061989 02071971 02071975 02071976 02071978 02071979 02071980 02071981 02071982 02071983
02071984 02071986 02071987 02071988 02071989 02081970 02081973 02081974 02081976 02081977 02081980 02081982 02081983 02081984 02081985
02081986 02081987 02081988 02081989 02091971 02091973 02091975 02091976 02091977 02091980 02091981 02091983 02091984 02091985 02091986
02091987 02091989 02101973 02101976 02101977 02101979 02101981 02101983 02101984 02101985 02101986 02101987 02101988 02101989 03031986
03041986 03041991 03082006 033028pw 04041988 04041991 04325956 04975756 05051985 05051987 05051989 06061986 06225930 063dyjuy 07071977
07071987 07091990 07831505 07931505 08031985 08031986 08051990 08081988 08121986 08154711 08522580 085tzzqi 09051945 090808qwe 0987654321a
0987654321q 09877890 0o9i8u7y 0o9i8u7y6t 0okm9ijn 0p9o8i7u 0raziel0 10011986 10011990 100200300 10031988 10051987 10071987 100years 10101986
10101990 10111213 10203040 1020304050 102030405060 10293847 1029384756 1029384756q 10inches 11001001 11051987 11051990 11061985 11081989
11111111 1111111111zz 11111111a 1111111a 1111111q 111111aa 1111122222 11112222 1111aaaa 1111qqqq 11121314 1112131415 11121986 11122233
111222333 111222333a 1122112211 11223344 112233445 1122334455 112233445566 11223344q 112233aa 11235813 1123581321 11335577 1133557799
118a105b 11924704 11c645df 11qq22ww 12011987 12021988 12031985 12031987 12051988 1211123a 12121985 12121990 12123434 12131415 1213141516
1223334444 12233445 12312312 123123123a 123123123q 123123321 12312345 123123456 123123qwe 123123qweqwe 1232323q 12332100 12332112 123321123
12332145 123321456 123321qaz 123321qq 123321qwe 123321qweewq 12340987 12341234q 12342000 12343412 12344321 12344321a 12344321q 1234509876
12345123 123452000 123452345 12345432 123454321 123455432 1234554321 1234554321q 12345600 12345612 123456123 12345654321 123456654
123456654321 12345666 12345670 12345671 12345677 12345678 123456780 123456781 123456782000 123456788 123456789 123456789. 1234567890
12345678900 12345678900987654321 1234567890a 1234567890m 1234567890q 1234567890qw 1234567890qwe 1234567890s 1234567890w 1234567890z
1234567890zzz 1234567891 12345678910 123456789101 12345678912 123456789123 12345678987654321 1234567899 123456789987654321 123456789a
123456789aa 123456789abc 123456789as 123456789b 123456789c 123456789d 123456789e 123456789f 123456789g 123456789i 123456789k 123456789l
123456789m 123456789n 123456789o 123456789p 123456789q 123456789qaz 123456789qq 123456789qqq 123456789qw 123456789qwe 123456789qwerty
123456789r 123456789s 123456789t 123456789v 123456789w 123456789x 123456789y 123456789z 123456789zx 123456789zxc 12345678a 12345678c
12345678m 12345678q 12345678qwe 12345678s 12345678z 12345679 123456798 1234567a 1234567aa 1234567b 1234567d 1234567k 1234567l 1234567m
1234567q 1234567qw 1234567r 1234567s 1234567t 1234567u 1234567v 1234567w 1234567z 12345687 12345689 12345698 123456987 123456aa 123456aaa
123456ab 123456abc 123456as 123456asd 123456qaz 123456qq 123456qqq 123456qw 123456qwe 123456qwer 123456qwerty 123456ru 123456ss 123456zx
123456zxc 123456zz 123459876 12345abc 12345abcde 12345asd 12345asdfg 12345qaz 12345qwe 12345qwer 12345qwert 12345qwerty 12345rewq 12345trewq
12345zxc 12345zxcvb 12346789 12347890 12348765 12349876 1234abcd 1234asdf 1234kekc 1234qwer 1234qwerasdf 1234qwert 1234qwerty 1234rewq
1234rmvb 1234zxcv 123581321 12365478 123654789 1236547890 123654987 12369874 123698741 123698745 1236987z 123789456 123abc123 123as123
123asd123 123hfjdk147 123masha 123mudar 123qaz123 123qazwsx 123qq123 123qwe12 123qwe123 123qwe321 123qwe456 123qwe456rty 123qweas 123qweasd
123qweasdzxc 123qweqwe 123qwert 123qwerty 123zxc123 12435687 124578963 12481632 12e3e456 12locked 12monkey 12qw12qw 12qw34er 12qw34er56ty
12qwaszx 12qwerty 12s3t4p55 13021990 13031987 13041987 13041988 13061986 13121985 13243546 13245678 13245768 132465798 13324124 134679258
134679852 134kzbip 135135ab 13572468 13576479 1357908642 1357911q 13579135 13579246 135792468 1357924680 135797531 135798642 1357997531
14021985 14021986 14061991 14071789 14111986 142536789 14725836 147258369 1472583690 14785236 147852369 14789632 147896321 147896325
14881488 14938685 14vbqk9p 15011987 15021985 15051981 15051990 15101986 151nxjmt 15426378 154ugeiu 159357258 159357456 15975300 159753123
15975321 1597532486 159753258 159753456 159753456852 15975346 159753852 15987532 159875321 15s9pu03 16051987 16051989 16121987 17011987
17051988 17061988 17071994a 17171717aa 172839456 18011987 18061990 18091985 18121812 18273645 18436572 18821221 19061987 19101987 19216801
19283746 192837465 19371ayj 19391945 19411945 1958proman 19719870 1972chev 19733791 19844891 19866891 1986irachka 19877891 19899891 19922991
19933991 19952009sa 19966991 19977991 19992000 19mtpgam19 1a2a3a4a 1a2a3a4a5a 1a2b3c4d 1a2b3c4d5e 1a2s3d4f 1a2s3d4f5g 1aaaaaaa 1asshole
1basebal 1bbbbbbb 1bigdick 1bulldog 1butthea 1ccccccc 1charles 1charlie 1chelsea 1chicken 1compute 1corvett 1cowboys 1diamond 1dolphin
1ferrari 1fishing 1footbal 1forever 1freedom 1fuckyou 1grizzly 1heather 1herbier 1hxboqg2 1hxboqg2s 1j9e7f6f 1jeffrey 1jennife 1jessica
1johnson 1letmein 1manager 1matthew 1melissa 1michael 1michell 1million 1mustang 1panther 1pass1page 1passwor 1password 1patrick 1phoenix
1porsche 1q2q3q4q 1q2q3q4q5q 1q2w3e4r 1q2w3e4r5 1q2w3e4r5t 1q2w3e4r5t6y 1q3e5t7u 1qa2ws3e 1qa2ws3ed 1qa2ws3ed4rf 1qasw23ed 1qay2wsx 1qaz!qaz
1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qaz3edc 1qaz@wsx 1qazxcvb 1qazxsw2 1qazxsw23edc 1qazxsw23edcvfr4 1qazzaq1 1qw23er4 1qwerty1 1qwertyu
1qwertyuiop 1richard 1rosebud 1samanth 1scooter 1sexyred 1starwar 1steeler 1sunshin 1superma 1thunder 1tiffany 1w2q3r4e 1w2w3w4w 1wildcat
1william 1x2zkg8w 1xrg4kcq 1z2x3c4v 1z2x3c4v5b 1zxcvbnm 1zzzzzzz 20031987 2004-10- 20051988 20061988 20091988 20091991 20111986 201jedlz
20spanks 21011989 21031987 21031988 21031990 21051988 21051991 21101986 21125150 2112rush 212121qaz 213qwe879 21436587 22011988 22021986
22021989 22031984 22041987 22041988 22061941 22071986 221195ws 22221111 22223333 22334455 22446688 23021986 23041987 23049307
23176djivanfros 23jordan 23skidoo 23wesdxc 24011985 24061986 24111989 243462536 245lufpq 24681012 24681357 246813579 248ujnfk 24pnz6kc
2502557i 25031987 25041988 25081988 25091987 25121987 25251325 254xtpss 25800852 25802580 26031988 26061987 260zntpc 26429vadim 267ksyjf
27061988 27731828 28011987 28021990 28021992 28041987 29011985 29051989 29071983 299792458 2b4dnvsx 2b8riedt 2bigtits 2bornot2 2bornot2b
2kash6zq 2sexy2ho 2w3e4r5t 2wj2k9oj 2wsx1qaz 2wsx3edc 2wsxcde3 2wsxzaq1 30031988 30041986 30051985 305pwzlr 31011987 311music 31217221027711
31415926 314159265 3141592654 321456987 32165498 321654987 3216732167 326159487 32615948worms 333222111 33334444 333666999 335533aa 33rjhjds
343104ky 34523452 34524815 36460341 368ejhih 369258147 369852147 36987412 369874125 380zliki 383pdjvl 38972091 38gjgeuftd 3edc4rfv 3edcvfr4
3f3fpht7op 3rjs1la7qe 3stooges 3syqo15hil 3techsrl 3xbobobo 40028922 41d8cd98f00b 42042042 427cobra 4294967296 42qwerty42 43046721 4311111q
43211234 4321rewq 44332211 44445555 44448888 444555666 44magnum 4506802a 454dfmcq 456123789 456789123 45m2do5bs 46775575 474jdvff 4809594q
48151623 481516234 4815162342 4815162342a 4815162342lost 4904s677075 49527843 495rus19 4cranker 4fa82hyx 4freedom 4g3izhox 4gxrzemq 4r3e2w1q
4rfv3edc 4rfv5tgb 4z34l0ts 4z3al0ts 50spanks 51051051051 51094didi 51842543 52678677 531879fiz 541233432442 54132442 5432112345 545ettvy
551scasi 5544332211 554uzpad 55556666 555666777 55667788 55832811 55bgates 565hlgqo 567rntvm 57392632 5hsu75kpot 5t4r3e2w1q 5t6y7u8i
5tgb6yhn 5tgbnhy6 5w76rnqp 5wr2i7h8 625vrobg 62717315 6339cndh 640xwfkv 6458zn7a 66613666 66669999 666999666 666satan 669e53e1 67camaro
682regkh 686xqxfg 68camaro 69213124 69camaro 6jhwmqku 6xe8j2z4 705499fh 73501505 74108520 74123698 741236985 741258963 74185296 741852963
7418529630 741852kk 74227422 742617000027 748159263 753951852 7653ajl1 766rglqy 7777755102q 77777778 7777777a 77778888 777888999 777angel
789123456 78945612 789456123 7894561230 78963214 789632145 789632147 789654123 78n3s5af 794613852 7elephants 7ertu3ds 7f4df451 7gorwell
7hrdnw23 7jokx7b9du 7ovtgimc 7u8i9o0p 7ugd5hip2j 80070633pc 80637852730 808state 80988218126 81726354 85200258 85852008 863abgsg 86753099
878kckxy 88002000600 88351132 88889999 890098890 89015173454 89172735872 89211375759 89231243658s 8928190a 89600506779 8j4ye3uz 8letters
8phrowz622 8phrowz624 8xuuobe4 911turbo 918273645 92702689 9293709b13 9379992a 951753852 96321478 963214785 963258741 96385274 963852741
98741236 987412365 98745632 987456321 987654321a 987654321q 987654321z 98798798 989244342a 99762000 99887766 999111999q 999888777 9kyq6fge
a1234567 a12345678 a123456789 a1234567890 a123456a a123456z a19l1980 a1a2a3a4 a1a2a3a4a5 a1b2c3d4 a1b2c3d4e5 a1l2e3x4 a1s2d3f4 a1s2d3f4g5
a32tv8ls a3eilm2s2y a7777777 a7nz8546 a9387670a a987654321 aa1111aa aa123123 aa123321 aa123456 aaa12345 aaaa1111 aaaaaaa1 aaaabbbb aabbccdd
aardvark aaron123 aassddff ab123456 ab12cd34 abc12345 abc123456 abc123456789 abc123abc abcd1234 abcd12345 abcde123 abcde12345 abcdef123
abcdefg1 abdullah abercrom aberdeen abhishek abigail1 abnormal abracada abracadabra abrakadabra abramova absinthe absolute absolutely
abstract abulafia abundance ac2zxdty academia academic acapulco access12 access123 access14 access20 access22 access99 accessno accident
account1 accounts acdeehan acerview aceshigh achilles acidburn acidrain ackerman acmilan1 acoustic activate acun3t1x acuransx acurarsx
adam1234 addicted addiction adelaida adelaide adelphia adgjmptw adidas12 admin123 admin18533362 administrator admiral1 adrenali adrenalin
adrenaline adriana1 adrianna adrianne adrienne adv12775 advanced advantag adventur adventure advocate adxel187 aerosmit aerosmith aerostar
aezakmi1 affinity afrodita aftermath agamemno agamemnon agbdlcid agent007 agnieszka agricola aguilera airborne aircraft airedale airforce
airforce1 airjordan airplane ajcuivd289 ajnjuhfabz akatsuki aksarben alabama1 alabama123 alakazam alanfahy alastair albacore albatros
albatross alberto1 alcapone alcatraz alchemist aldebara alderaan alejandr alejandra alejandro aleksand aleksander aleksandr aleksandra
alekseev alekseeva alemania alena2010 alenushka alessand alessandr alessandra alessandro alevtina alex1234 alex12345 alex1959 alex1973
alex1990 alex1991 alex1996 alex2000 alex2010 alex2112 alexande alexander alexander1 alexandr alexandra alexandre alexandria alexandru
alexis01 alexsandr alfabeta alfarome alfaromeo alfredo1 algernon alhambra alicante aligator alino4ka alinochka alistair alkaline allalone
allan123 allblack allblacks allen123 alleycat alliance alligato alligator allison1 allister allnight allochka allright allstar1 allstars
allstate almaz666 almighty alohomora aloysius alpacino alpha123 alphabet alphabeta alphaman alphaomega alphaone alphonse alskdjfhg altavista
alterego alternat alternative altitude aluminum alvarado amadeus1 amanda01 amanda11 amanda12 amanda18 amanda69 amandine amarillo amaterasu
amateurs amatuers amazonas amazonka ambassador amber123 ambition ambrosia ambulanc amekpass america1 american americas amethyst amoremio
amsterda amsterdam amsterdam1 an83546921an13 anabolic anaconda anakonda analfuck analslut anamaria anastasi anastasia anastasija anastasiy
anastasiya anathema anatoliy ancella2 anchorag andersen anderson andre123 andrea11 andreas1 andreeva andrei123 andretti andrew01 andrew12
andrew123 andrew13 andrew22 andrew88 andrewjackie andrey123 andromed andromeda andyod22 anfield1 angel123 angel666 angel777 angela12
angelbab angeleye angelica angelika angelina angeline angeliqu angelique angelito angelo4ek angelochek angelofwar anguilla anhnhoem anhyeuem
animals1 animated animation animator anna1986 anna1987 anna1988 anna1989 anna2000 anna2010 anna2614 annabell annabelle annalisa annamari
annarbor annelies annemari annette1 annie123 anniedog annmarie annushka anonymou anonymous another1 anteater antelope anthony0 anthony1
anthony2 anthony3 anthony7 antietam antigone antilles antiques antivirus anton123 antonell antonella antonina antonio1 antonius antoshka
anuradha anything anywhere aolsucks aphrodite apocalypse apokalipsis apollo11 apollo13 appelsin apple123 applebee applegat applemac applepie
apples12 applesauce appleseed appleton appletre approved aq1sw2de3 aqswdefr aquafina aqualung aquamann aquarium aquarius arabella arachnid
aragorn1 arcangel archange archangel archibal archibald architec architect archives archmage arclight arcturus areyukesc argentin argentina
argentum argonaut arhangel aristote aristotl aristotle arizona1 arkangel arkansas arlingto arlington armadill armadillo armagedd armageddon
armagedo armagedon armenian armitage armstron armstrong arnster55 arrowhea arschloc arschloch arsehole arsenal1 arsenal2 arsenalf arsenalfc
arshavin art131313 artem123 artem2010 artem777 artiller artistic artofwar arwpls4u as123456 asbestos asd12345 asd123456 asd123asd asdasd12
asdasd123 asdasdas asdf1234 asdf12345 asdf4321 asdf67nm asdfasdf asdffdsa asdfg123 asdfg1234 asdfg12345 asdfgh01 asdfgh12 asdfgh123 asdfghj1
asdfghjk asdfghjkl asdfghjkl1 asdfghjkl123 asdfjkl1 asdfjkl; asdflkjh asdfqwer asdfrewq asdfzxcv asdqwe123 asfnhg66 ashleigh ashley11
ashley12 asmodean asmodeus asparagus aspirine assa1234 assassin assassins assclown asscrack asseater assembler assembly assfucke asshole1
asshole2 asshole3 assholes asslicker asslover assmaste assmunch associat assword1 astalavista astaroth asterios asterix1 asteroid astonmar
astonmartin astonvil astonvilla astra123 astroboy astroman astrovan asturias at4gftlw athletic atkinson atlanta1 atlantic atlantida atlantis
atletico atljhjdf atombomb atreides attitude attorney auckland auckland2010 augsburg august11 august12 august16 august25 august31 augustin
augustus aurelius austin01 austin11 austin12 austin123 austin31 austin316 austintx australi australia australia1 autechre autobahn automatic
autopass available avalanch avalanche avangard avemaria avenger1 avengers aventura aviation avondale avrillavigne awesome1 az123456 azathoth
azerty123 azertyui azertyuiop azsxdcfv azsxdcfvgb azwebitalia b0ll0cks b929ezzh babemagn babemagnet baberuth babushka baby1234 baby2000
babybear babyblue babycake babycakes babydoll babyface babygirl babygirl1 babygurl babyhuey babylon5 babylove babyruth bacardi1 bachelor
backbone backdoor backhand backlash backpack backside backspac backspace backward backyard badabing badaboom badboy69 badgirls badkarma
badkitty badlands badminto badminton badnaamhere baerchen baggins1 bagheera bagpipes bailey01 bailey10 bailey12 bajingan bakayaro balalaika
baldrick balefire baller23 ballgame balloon1 balloons ballpark ballsack baltazar baltimor baltimore banana12 bancroft banderas banderos
bandit01 bandit12 bangalore bangkok1 bangladesh banshee1 baphomet baptiste baracuda barakuda baranova barbados barbara1 barbaria barbarian
barbaris barbaros barbecue barbwire barcelon barcelona barclays bareback barefeet barefoot baritone barkley1 barmaley barney12 barnsley
barnyard barracud barracuda barrakuda barrynov barselona bartende bartender bartlett bartman1 baseba11 basebal1 baseball baseball1 baseball2
baseball3 baseline basement basilisk basketba basketbal basketball bassboat bassfish basshead bassingw bassline bassman1 bassmast bassplay
bastard1 bastardo bastards bastille bathroom batistuta batman01 batman11 batman12 batman123 batman23 batman69 batman99 batterse battlefield
bavarian bayadera bayliner bayshore baywatch bb123456 bbbbbb99 bbbbbbb1 bcfields beachboy beachbum beaches1 bearcat1 bearcats bearclaw
beardown bearshar bearshare beast666 beatles1 beatles4 beatrice beaufort beaumont beauties beautifu beautiful beautiful1 beaver12 beaver69
beavis69 beckham7 beefcake beerbong beernuts beethove beethoven beginner behemoth beholder belgario belgorod believer bella123 bellaboo
belladon bellagio bellevue bellsout belochka bendover benedict benedikt benefits benessere benetton bengals1 benidorm benjamin benjamin1
benladen bennett1 bennevis bennyboy bentley1 berbatov berenice berezuckiy bergerac bergkamp berkeley berliner bernadet bernard1 bernardo
bernhard berserke berserker bertrand besiktas bestfriend beszoptad bethany1 bethesda betrayed bettyboo bettyboop bettylou beverage beverley
bhbyjxrf biarritz bigballs bigblack bigblock bigblue1 bigboobs bigbooty bigboy12 bigbucks bigbutts bigchief bigcocks bigdaddy bigdaddy1
bigdick1 bigdicks bigdog69 bigfella bigfoot1 biggdogg biggirls biggreen bighouse bigmaxxx bigmoney bignasty bigpappa bigpenis bigpimpi
bigpimpin bigpoppa bigpussy bigsexy1 bigstick bigstuff bigtime1 bigtits1 bigtitts bigtruck bigtymer bigwilly bikerboy bilbobag bill1234
billabon billabong billgate billgates billiard billings billions billy123 billybob billyboy billygoa billyjoe billyray bingbong bingo123
binladen biohazar biohazard bionicle bioshock birdhouse birdland birdman1 birmingh birmingham birthday birthday1 birthday10 birthday21
birthday299 birthday3 birthday4 birthday5 birthday54 birthday6 biscayne biscuit1 biscuits bisexual bismarck bismilla bismillah bitch123
bitchass bitchboy bitchedu bitchedup bitches1 biteme12 biteme69 blablabl black123 blackadd blackass blackbea blackbel blackbelt blackber
blackberry blackbir blackbird blackbox blackboy blackbur blackburn blackcat blackcoc blackcock blackdic blackdick blackdog blackeye blackhaw
blackhawk blackhawks blackhol blackhole blackice blackie1 blackjac blackjack blacklab blackmag blackman blackmen blackone blackops blackout
blackpoo blackpool blackrose blacksab blacksex blackshe blacksta blackstar blacksun blacktop blade123 bladerun bladerunner blahblah blaster1
blasters blastoff bleeding blenheim blessed1 blessing blingbli blingbling blink182 blizzard bloembol blondie1 blondinka blood123 bloomberg
bloopers blowfish blowjob1 blowjobs blowme69 blue1234 blue2000 bluearmy blueball blueballs bluebear bluebell blueberr blueberry bluebird
bluedevi bluedevils blueduck blueeyes bluefire bluefish bluegill bluegras bluejays bluejean blueline bluemoon bluenose bluenote bluerose
blueskie bluesman bluestar bluetick bluetooth blunt420 bmw318is bmw325is bmw330ci boarding bob12345 bobafett bobby123 bobbyboy bobdylan
bobmarle bobmarley bocephus bodyhamm bodyshop boeing74 boeing77 bogdan123 bohemian bojangle bollocks bologna1 bombshel bondage1 bondarenko
bonefish bonehead bonethug bonethugs boneyard bonghits bonjour1 bonoedge bonscott boobies1 boobless booboo12 booboo69 boogaloo bookcase
bookmark bookworm boomboom boomtown boondock bootcamp bootneck bootsman bootycal bootycall bootyman borabora bordeaux boris123 borisenko
borisova bornfree borntorun borussia bosco123 boscoe01 bosstone boston12 bosworth botafogo botswana bouchard bowhunte bowhunter bowling1
boy4u2ownnyc boyscout br00klyn bracelet braddock bradford bradley1 bradpitt bradshaw braindea brainiac brampton branden1 brandon0 brandon1
brandon2 brasilia bravehea braveheart braves10 braves95 brazzers breadman breaker1 breakers breakfas breakfast breaking brehznev breitlin
brendan1 brentfor brentford bretagne brethart brewcrew brewster brian123 brianna1 bridget1 bridgett bridgette brighton brigitte brilliant
brimston brinkley brisbane bristol1 britney1 britneys brittany brittany1 brittney broadband broadway broccoli broncos1 broncos2 broncos7
broodwar brooking brooklyn brooklyn1 brother1 brothers browncow browndog browneye brownie1 brownies browning brownlov browns99 brucelee
bruckner brunette bruno123 brunswic brussels bsheep75 bubba123 bubbadog bubblegu bubblegum bubbles1 bubbles2 buccanee buchanan buckaroo
buckeye1 buckeyes buckfast buckshot buckskin buckster buckwhea buckwheat buckwild budapest buddy123 buddyboy buddycat buddydog buddylee
budlight budweise budweiser budwiser buffalo1 buffaloe buffalos buffett1 buffy123 bugsbunn bugsbunny builders building bukowski bulgakov
bulgaria bulldawg bulldog1 bulldog2 bulldog7 bulldogg bulldogs bulletin bullfrog bullhead bullride bulls123 bullseye bullshit bullwink
bumblebe bumblebee bumerang bungalow bunghole bunny123 buratino burberry burgundy burnside burunduk busdrive business businessbabe bustanut
buster01 buster11 buster12 buster21 buster22 buterfly butterba buttercu buttercup butterfl butterfly butterfly1 buttface buttfuck butthead
butthole buttlove buttmunc buttmunch buttocks buttons1 buttplug bvgthfnjh byabybnb byajhvfnbrf bycnbnen bynthytn c0rvette c3por2d2
c43qpul5rz cab4ma99 caballer cabernet cabibble cabinboy cabinets cableguy cableman cabowabo cacapipi cachondo cachorro cadillac cadr14nu
caffeine cahek0980 caitlin1 calabria calamari calamity calavera calbears calculator calculus calcutta calderon caldwell calendar caliente
californ californi california caligula calimero callahan callaway calliope callista callisto callofduty calvin69 camaleon camaro67 camaro69
camaross camaroz2 camaroz28 cambiami cambodia cambridg cambridge cameleon camelot1 cameltoe cameron1 cameron2 camille1 camp0017 campbell
camshaft canadian canadien canaries canberra candlebo candy123 candyass candybar candycan candycane candyman cannabis cannibal cannonba
cannonda cannondale cantona7 cantrell canucks1 capetown capital1 capitals capoeira capricor capricorn capslock captain1 caramelo cardenas
cardigan cardinal cardinals care1839 carebear carefree carla123 carlisle carlitos carlos12 carlos123 carlotta carlsberg carlton1 carmella
carnegie carnival carolcox carolina caroline caroline1 carolyn1 carousel carpedie carpediem carpente carpenter carrera4 carriage carrillo
carter12 carter15 carthage cartman1 cartoons casablan casablanca casandra casanova cascades casey123 caseydog cashflow cashmere cashmone
cashmoney casper12 casper99 cassandr cassandra castaway castello castillo catalina catalyst catarina catdaddy caterham caterina catering
caterpil caterpillar catfight catfish1 catherin catherine cathleen catholic cathouse catinhat catlover catmando catsdogs catsmeow catwoman
cavalier caveman1 cavscout cbr600f3 cbr600rr cbr900rr cbr929rr cde34rfv cdexswzaq cdtnjxrf cdtnkfyf cdtnkfyrf cdznjckfd cegthgegth
cegthgfhjkm ceisi123 celebrit celebrity celeste1 celestia celestin celicagt cellphon cellphone cellular celtic1888 celtic67 celtic88
celticfc celtics1 centauri central1 centrino centurion ceramics cerberus cerulean cessna17 cezer121 cfitymrf cfkfvfylhf cfvlehfr ch1tt1ck
chaching chadwick chainsaw chairman challeng challenge challenger chalmers chambers chameleo chameleon chamonix champagn champagne champion
champions chandler chanelle changeit changeme changepa changing channing chantell chaos666 chapstic characte character charcoal charger1
chargers chargers1 charisma charissa charlene charles1 charles2 charles3 charlest charlie0 charlie1 charlie123 charlie2 charlie3 charlie4
charlie5 charlie6 charlie7 charlie8 charlie9 charlieb charlies charlott charlotte charlton charmain charmaine charmed1 charming chase123
chastity chauncey cheburashka checkers checking checkmat checkmate checkout cheerios cheerlea cheerleader cheerleaers cheese12 cheeseca
cheesecake chelsea0 chelsea1 chelsea2 chelsea4 chelsea6 chelsea8 chelseaf chelseafc chemical chemistr chemistry cherokee cherries cheshire
chessman chessmaster chester1 chester2 chester7 chesterfield chestnut chevelle chevrole chevrolet chevy350 chevy454 chevyman chevys10
chevytru chevyz71 chewbaca chewbacc chewbacca cheyanne cheyenne chgobndg chibears chicago0 chicago1 chicago2 chicago7 chicco22 chicken1
chicken2 chickens chickenwing101 chihuahu chihuahua chilango children chilidog chilling chillout chimaera chinacat chinaman chinatow
chinchil chinese1 chipmunk chipper1 chippers chippewa chipster chiquita chitarra chivalry chloe123 choclate chocolat chocolate chocolate1
choochoo chopper1 choppers chris123 chrisbln chrisbrown chrissie chrissy1 christa1 christal christel christen christer christia christian
christian1 christie christin christina christine christma christmas christof christop christophe christopher christopher1 christos christy1
chronic1 chrysler chrystal chuckie1 chuckles churchil churchill cidkid86 cigarett cincinnati cinderel cinderella cindylou cingular cinnamon
cisco123 ciscokid citation citibank civilian civilwar cjkysirj cjrjkjdf cjxb2014 ck6znp42 clambake clapton1 clarence clarinet clarissa
clarisse clarkken clarkson classic1 classics claudia1 claudine claudius claybird claymore claypool clayton1 cleaning cleavage clemence
clemente clemson1 cleopatr cleopatra clevelan cleveland clifford climbing clinton1 clipper1 clippers clitlick clitoris close-up clubpenguin
clueless cmu9ggzh cnfybckfd cnhjbntkm cnhtrjpf cnjvfnjkju cntgfirf coachman cobblers cobra123 cobra427 cobrajet cocacola cocacola1 cockring
cocksuck cocksucker cocktail cocoloco coconuts cocopuff cocorico codeblue codename coldbeer coldfire coldplay coleman1 coleslaw collants
collecti collection colleen1 college1 collette collingw collins1 colole57 colombia colonial colorado colossus colt1911 coltrane columbia
columbus comanche comander comatose combat123654 comcast1 comeback comicbook comicbookdb comicsans command1 commande commander commando
comments commerce commodor commodore community compaq12 compatible complete composer compound compress computador computadora compute1
computer computer1 computers comrades concepts concerto conchita concorde concordi concrete condition conehead confiden confidence conflict
confused congress connect1 connecti connection conquest consense constanc constance constant constantine construc consuelo consumer contacts
containe contains contessa contests continue contortionist contract contrast control1 controls converse cookie12 cookie59 cookies1 coolbean
coolbeans cooldude coolgirl coolguy1 coolhand coolman1 coolness coorslig coorslight copeland copenhag copenhagen cordelia cordless corleone
cornball cornbrea cornbread cornelia cornell1 cornflak cornhole cornholi cornholio cornwall coronado corporal corpsman corrado1 cortland
corvet07 corvett1 corvette cosmopolitan costanza costaric costarica costello cosworth cottages counchac countach counter1 counters
counterstrike counting country1 countyli courtney courtney1 covenant coventry cowboys1 cowboys2 cowboyup cptnz062 crabcake crabtree cracker1
crackers crackhea crackhead cracksevi cranberr crawfish crawford crayfish crazy123 crazybab crazyboy crazycat crazyfrog crazyman crazyzil
creampie creamyou creatine creation creative creative1 creature creepers creosote crescent crevette cribbage crichton cricket1 crickets
crickett criminal crimson1 crippler cristian cristiano cristina cristopher critical critters crjhgbjy crjhjcnm crockett crocodil crocodile
cromwell cronaldo crossbow crossfir crossfire crossing croucher crownvic cruiser1 crusader cruzazul crystal1 crystals csfbr5yy ctdfcnjgjkm
cthuttdbx cthuttdyf cubalibr cubbies1 cubswin1 cucciolo cucumber cuddles1 culinary cumeater cumlover cummings cumshots cumsucker cuntlick
cuntsoup cupcake1 curious1 curitiba customer cutegirl cuthbert cutiepie cvbhyjdf cvtifhbrb cvzefh1gkc cxfcnkbdfz cxfcnmttcnm cxzdsaewq
cyberman cybernet cyberonline cybersex cyclones cyclops1 cyecvevhbr cygnusx1 cyjdsvujljv cynthia1 cytuehjxrf cytujdbr d1i2m3a4 d1lakiss
d78unhxq dad2ownu daddy123 daedalus daffodil daffyduc daftpunk dagestan dagobert daisy123 daisydog daisymae daisymay dakota01 dakota12
dalejr88 dalglish dallas01 dallas11 dallas12 dallas21 dallas22 dallastx dalmatio damage11 damascus damned69 damngood damocles dangerou
dangerous daniel01 daniel12 daniel123 daniela1 danielit daniella danielle danielle1 danijela danil8098 danny123 dannyboy dante123 danthema
dantheman danville dapzu455 daredevi daredevil darkange darkangel darkjedi darkknig darkknight darklord darkmanx darkmoon darkness darknigh
darknight darkside darksoul darkstar darkwing darkwolf darthmau darthvad darthvader dartmout dasha123 dashadasha dashenka database datalife
datalore datnigga daughter davecole daveyboy david123 davidkin davidlee davidoff davidruiz davidson daybreak daydream daylight daytona1
dbjktnnf dbrnjhbz dbrnjhjdbx dbrnjhjdyf dbyjuhfl dcowboys dctktyyfz dctvghbdf dctvghbdtn dcunited ddddddd1 de1987ma deadbeat deadhead
deadlift deadline deadlock deadman1 deadmeat deadpool deadsexy deadspin deadwood deangelo death123 death666 deathnote deathrow deathsta
deathstar debbie69 deborah1 december december1 decipher deepblue deepdive deeppurple deepthro deepthroat deepwate deerhunt deerhunter
deerpark deeznuts deeznutz defender defiance defiant1 deflep27 deftones delacruz delasoul delaware deliciou delicious delivery delorean
delphine delpiero delta123 deltachi deltaforce deltaone deltasig demented dementia demetria demetrio democrat demon123 demon666 denis123
denman85 depechemode derparol derrick1 derrickh designer desperad desperado desperados destiny1 destroye destroyer destruct detectiv
detroit1 deutsche deutschland developer devil123 devil666 devilboy devildog devildriver devilish devilman devilmaycry devilmaycry4 devo2706
devotion dezember dfcbkbcf dfcbkmtd dfcbkmtdf dfkmrbhbz dfktynby dfktynbyf dfnheirf dgl70460 dhjnvytyjub diabetes diablo11 diablo66
diablo666 diabolic diamante diamond1 diamond3 diamond7 diamondd diamonds diana123 diciembr dickface dickhead dickless dicklick dicksuck
dickweed dictiona dictionary dietcoke dietrich digital1 digitalprodu digiview dignity7 dilbert1 dilligaf dilligas dillweed dima1234
dima12345 dima1985 dima1990 dima1992 dima1993 dima1994 dima1995 dima1996 dima1997 dima1999 dima2000 dima2010 dimedrol dimensio dimension
dimidrol dimitris dimochka dimon4ik dinamite dingdong dinmamma dinosaur dinsdale diogenes dionysus diosesamo diplomat dipstick director
direktor direwolf dirkpitt dirtball dirtbike dirtyboy dirtydog dirtyman disabled disaster discgolf disciple discount discover discovery
discreet diskette disneyland disorder dispatch distance district disturbe disturbed diversio divinity division divorced dixiedog djg4bb4b
djgabbab djkrjlfd djkujuhfl dkflbckfd dkflbdjcnjr dkflbvbh dkflbvbhjdbx dkflbvbhjdyf dm6tzsgp dmitriev doberman document dodgeram dodgers1
dodgeviper dogballs dogbreat dogbreath dogfight doggydog doggysty doggystyle doghouse doglover dogpound dogstyle dohcvtec dolemit1 dolemite
dolittle dollarbi dollface dolomite dolphin1 dolphin2 dolphins dolphins1 doma77ns domainlock2005 domenico domestic dominant dominate
dominati domination dominator dominic1 dominica dominick dominika dominion dominiqu dominique donnelly dont4get dontcare donthate dontknow
doomsday doorknob dopehead doraemon doromich dorothea dorothy1 dortmund dothedew doughboy doughnut douglas1 douglass dovetail downfall
downhill download downtime downtown downunde draconis dragon00 dragon01 dragon10 dragon11 dragon12 dragon123 dragon13 dragon20 dragon21
dragon22 dragon23 dragon25 dragon64 dragon66 dragon69 dragon76 dragon77 dragon88 dragon99 dragonba dragonball dragonballz dragonfi
dragonfire dragonfl dragonfly dragons1 dragrace dragster dreamcas dreamcast dreamer1 dreamer2 dreamers dreaming dressage drifting drinking
dripping drjynfrnt dropdead dropkick dropzone drowning drowssap drpepper drumline drummer1 drummers drummond drumnbass dthjybrf dthyjcnm
dtkjcbgtl dtxyjcnm ducati99 duchess1 duckhunt duckling ducksoup ducttape dude1998 dudelove duffbeer duisburg dukeblue dukester dulcinea
dumbass1 dumpling dumpster duncan21 duplicate dupont24 duracell durandal durango1 dustin23 dusty123 dusty197 dustydog dutchess dutchman
dynamite dynastar dynomite dzxtckfd eae21157 eagle123 eagleeye eagleone eagles05 earnhard earnhardt earthlin earthlink eastern1 eastside
eastwest eastwood easyride eatmenow eatmeraw eatpussy eatshit1 ebenezer eclectic eclipse1 eclipse2 eclipse9 economic economics eddie123
edelweis edgewise edgewood edinburg edinburgh edmonton eduardo1 educatio education edward12 edwardss eeeeeee1 efbcapa201 eggplant egyptian
eightbal eightball eighteen einstein eintrach ejaculation ekaterina ekaterina20 ekilpool el546218 elaine22 elbereth elcamino eldiablo
eldorado eldridge eldritch election electra1 electric electron electronic elefante elegance elektrik element1 elementa elemental elements
elenberg eleonora elephant elevator eleven11 elfquest elfstone elisabet elisabeth elizabet elizabeth elizabeth1 elizaveta elmer251 elsinore
elvira26 elvis123 emachine emachines emanuela emanuele embalmer emerald1 emerson1 emiliano emily123 eminem12 emmanuel emmitt22 employee
emyeuanh enamorad endymion energize energizer enforcer engineer england1 enter123 entering enternow enterpri enterprise entrance envelope
envision epaulson epiphany epiphone episode1 erection ereiamjh eric1234 erickson ericsson eruption escalade escorpio escorpion esmerald
esmeralda esoteric esperanz esperanza esposito espresso essayons essendon estefani estrella estrellit eternal1 eternity ethernet euphoria
eurocard evanescence evangeli evangelion evenflow everest1 evergree evergreen everlast everlong evermore everques everquest everton1
evertonf everyday everyone everythi everything evgeniya evidence evildead evolutio evolution examiner excalibe excalibu excalibur excellen
excellence excellent excelsio exchange exclusive executiv executive executor exercise expediti experience experienced explicit exploite
exploiter explore1 explorer exposure express1 external extra300 extreme1 eyeballs eyecandy f00tball f15eagle f8yruxoj fabienne fabolous
fabregas fabrizio fabulous facebook facefuck fahjlbnf failsafe fairfiel fairlady fairlane fairmont fairview faithful fakepass falcon11
falcon12 falcon16 falconer falcons1 fallenangel fallout2 fallout3 falstaff family01 familyguy fandango fantasia fantasies fantasma fantasti
fantastic fantasy1 fantasy7 fantomas fantomen farfalla farscape farside1 fartface fartripper fastback fastball fastcars fastfood fastlane
fatality fatdaddy fatgirls fatluvr69 fatpussy faulkner favorite favorite2 favorite3 favorite5 favorite6 favorite7 favorite8 fbi11213
fcbarcelona fcbayern fearless feather1 feathers february federica federico fedorova feedback feelgood felicida felicidad felicity felix123
fellatio fellowes fenerbahce ferdinan ferdinand ferguson fernanda fernande fernandes fernandez fernando ferndale ferrari1 ferrari2 ferrari3
ferrari5 ferreira festival fetish01 fetish69 feuerweh feuerwehr feyenoord fffffff1 ffvdj474 fgdfgdfg fgjrfkbgcbc fgtkmcby fhnehxbr fhntv1998
fhvfutljy ficktjuv fiction7 fidelity fielding fifa2008 fightclu fightclub fighter1 fighters fighting fighting54 filibert filipino filomena
finalfan finalfantasy finance1 finished finnegan fireball firebird fireblad fireblade firefigh firefighter firefly1 firehawk firehose
firehous fireman1 firestar firestarter firestor firestorm firetruc firetruck firewall firewire firewood firework fireworks firstone firstson
firsttim fish1234 fishbait fishbone fishcake fisherma fisherman fishface fishfood fishhead fishhook fishing1 fishlips fishtank fistfuck
fitness1 fivestar fk8bhydb fkbyf001 fkbyjxrf fkg7h4f3v6 fkmnthyfnbdf fkojn6gb fktdnbyf fktrcfylh fktrcfylh1 fktrcfylhf fktrcfylhjdbx
fktrcfylhjdyf fktrcttd fktyeirf fktyjxrf flagship flameboy flamenco flamengo flamingo flanders flapjack flash123 flashbac flashman flatbush
flathead flatland flatline flawless fleetwoo flemming fletcher flexible flhtyfkby flimflam flintsto flintstone flipflop flipmode flipper1
flippers flipside flooring florence florenci florian1 florida1 florida2 flounder flower12 flowers1 flushing flvbybcnhfnjh flyers88 fnkfynblf
foiegras followme fontaine foofight foosball footbal1 football football1 football12 football2 foothill footlong footlove forbidde ford9402
fordf150 fordf250 fordf350 fordtruc fordtruck forensic foreplay foreskin forest11 forester forever1 forever21 forgetit forgiven forgotit
forgotte forgotten forklift formula1 forrest1 forsaken forsberg forsythe fortress fortunat fortune12 fortytwo forward1 fotograf foucault
foundati fountain fourteen foxglove foxhound foxtrot1 foxwoods foxylady foxyroxy fragment francais frances1 francesc francesca francesco
franchis francine francis1 francisc francisca francisco francois frank123 frankfur frankfurt frankie1 franklin frdfhbev frdfkfyu freakout
freakshow freckles fred1234 fredderf freddie1 freddy12 frederic frederick frederik fredrick free4all freebird freedom1 freedom2 freedom3
freedom4 freedom5 freedom7 freedom9 freedoms freefall freehand freelanc freelancer freeland freelove freemail freeman1 freepass freeporn
freeport freeride freespace freestuff freestyl freestyle freetime freeuser freewill freiburg freiheit frenchfr frenchie frequenc freshman
frfltvbz friction friday13 fridolin friedman friedric friendly friends1 friendship friendste friendster frogger1 froggies froglegs
froinlaven fromhell front242 frontera frontier frostbit fruitbat fruitcak fuck1234 fuck_inside fuckedup fucker11 fucker69 fuckface fuckfest
fuckhard fuckhead fuckhole fuckinside fucklife fucklove fuckme69 fuckmeha fuckmehard fuckmenow fucknuts fuckoff1 fuckoff2 fuckshit fuckslut
fuckthat fucktheworld fuckthis fuckyeah fuckyou! fuckyou0 fuckyou1 fuckyou12 fuckyou123 fuckyou2 fuckyou6 fuckyou69 fuckyou7 fuckyoubitch
fugitive fuhrfzgc fujifilm fullback fullhous fullmetal fullmoon fullsail fumanchu function funhouse funkster funnyguy funnyman funstuff
funtime1 funtimes fussball futurama futyn007 fuzzball fvcnthlfv fy.njxrf fyfcnfcbz fyfnjkbq fyfrjylf fylh.irf fylhjvtlf fylhtqrf
fynfyfyfhbde fynjybyf fyutkbyf fyutkjxtr gabriel1 gabriel2 gabriela gabriele gabriell gabriella gabrielle gadzooks galactic galactus
galadriel galatasara galatasaray galeries gallaghe gallardo gallaries galloway gamecock gamecube gameover gametime gandalf1 gandalf2
gangbang gangbanged gangsta1 gangstar gangster ganjaman ganjubas gannibal ganymede garbage1 gardener gardenia gardiner garfield garfield1
gargamel gargoyle garibald garrett1 garrison gasoline gatekeep gatekeeper gateway1 gateway2 gateway3 gateways gathering gatorade gatorman
gauloise gauntlet gauthier gbgbcmrf gbhfvblf gblfhfcbyf gblfhfcs gbpacker gearhead geddylee geemoney geibcnbr geilesau gemini69 gemstone
general1 generals generation generator generic1 genesis1 geneviev genevieve geniusnet gennadiy genocide geoffrey geolog323 geometry george01
george11 george12 georgetown georgia1 georgina geraldin geraldine gerhardt gerlinde germaine germania germany1 geronimo gerrard8 gerrity1
gertrude gesperrt getalife getmoney getnaked getsdown getsmart gettysburg gevaudan gfccdjhl gfgfrfhkj gfgfvfvf gfhfcjkmrf gfhfljrc gfhjkbot
gfhjkm007 gfhjkm11 gfhjkm12 gfhjkm123 gfhjkm13 gfhjkm135 gfhjkm22 gfhjkmgfhjkm gfhjkmxbr gfhjkzytn gfhkfvtyn gfhnbpfy gfif1991 gfxqx686
gfyfcjybr ggggggg1 ghbdtn12 ghbdtn123 ghbdtnbr ghbdtnbr1 ghbdtnbrb ghbdtndctv ghbdtnghbdtn ghbdtngjrf ghbdtnrfrltkf ghbjhbntn ghblehjr
ghblehrb ghbrjkbcn ghbrjkmyj ghbywtccf ghfplybr ghhh47hj764 ghhh47hj7649 ghjcgtrn ghjcnbnenrf ghjcnbvtyz ghjcnj123 ghjcnjgfhjkm ghjcnjghjcnj
ghjcnjnf ghjcnjnfr ghjcnjnfr1 ghjcnjqgfhjkm ghjcnjrdfibyj ghjcnjrdfif ghjdthrf ghjnjnbg ghjnjrjk ghjrehfnehf ghjrehjh ghjuhfvvf ghjuhtcc
ghjvtntq ghost123 ghostdog ghostman ghostrid ghostrider ghtktcnm ghtpbltyn giancarlo gianluca giantess giants56 gibsonsg gigabyte gigantor
gilbert1 gilberto gilgames gillespi gillette gillian1 gilligan ginger11 ginger12 ginsberg ginscoot ginuwine giovanna giovanni girfriend
girlfriend giuliana giuliano giuseppe giveitup gizmo123 gizmodo1 gjhjctyjr gjikbdctyf gjkbyjxrf gjkrjdybr gjkysqgbpltw gjytltkmybr gladiato
gladiator gladston glassman glendale glennwei glenwood glock9mm glorious gmctruck gn56gn56 gnasher23 gobigred gobrowns gobruins gobuffs2
godbless goddess1 godfathe godfather godisgoo godisgood godisgreat godislov godislove godloves godofwar godslove godsmack godspeed godswill
godzilla goeagles gofaster goforit1 gogators gogiants gohabsgo golakers goldberg goldeney goldeneye goldfing goldfinger goldfish goldmine
goldorak goldrush goldsink goldstar goldwing goleafsg golfball golfcart golfclub golfer12 golfer23 golfing1 gondolin gonefish gonzales
gonzalez goober12 good12345 good123654 goodbeer goodfell goodfellas goodfood goodgame goodgirl goodhead goodison goodlife goodluck goodness
goodnews goodpussy goodrich goodstuf goodtime goodtimes goodtogo goodwill goodwood goodyear goofball google12 google123 gooseman gordolee85
gordon24 gorgeous gorilla1 gorillaz gossamer gotigers gotohell gottlieb gotyoass governor grace123 graceful gracelan graceland graduate
graffiti grainger grandma1 grandmaster grandorgue grandpri grandprix grapeape graphics grappler grasshop grasshopper grateful graywolf
greatest greatone greatsex greedisgood greekgod green123 greenbay greenbud greenday greenday1 greendog greeneye greenman greentea greentre
greenway greenwoo greenwood greeting gregorio gregory1 gremlins grendel1 greshnik gretchen gretzky9 greyhoun greyhound greywolf gridlock
griffey1 griffin1 griffins griffith grimlock grinders grizzley grizzly1 groupd2013 gsewfmck gsgba368 gsxr1000 gsxr1100 gtfullam gthtcnhjqrf
gtkmvtyb gtkmvtym gtnhjdbx gtxtymrf guadalup guardian guatemal guatemala guderian guenther guernsey guerrero guesswho guildwars guilherme
guillaum guillaume guillerm guinness guitar12 guitarma guitarra gulliver gunners1 gunsling gunslinger gunsmoke gunther1 gustavo1 gutierre
gy3yt2rgls gymnastic gznybwf13 habanero hacienda hagakure hairball hairless hakkinen halflife halflife2 halfmoon halfpint hallmark hallo123
hallowboy hallowee halloween haloreach hamburg1 hamburge hamburger hamilton hammarby hammerhe hammers1 hamradio hamster1 hamsters handbags
handball handbook handcuff handsoff handsome handyman hangover hannah01 hannah11 hannelor hannibal hannover hansolo1 happines happiness
happy100 happy123 happyboy happyday happydays happydog happyjoy happyman happyone hardaway hardball hardbody hardcock hardcore hardcore1
harddick hardhead hardline hardrock hardtail hardtime hardtoon hardware hardwood hardwork harley01 harley11 harley12 harley69 harley99
harmless harmonic harmony1 harrison harrison1 harry123 harrydog harrypot harrypotter hartford hartland hartmann hastings hatelove hatesyou
hatfield hatteras hattrick hawaii50 hawaiian hawkdog79 hawkeye1 hawkeyes hawkmoon hawkwind hawthorn hayabusa hayastan hazelnut
hd764nw5d7e1vb1 headache headcase headhunt headless headshot heartbre heartless heat7777 heather1 heather2 heathers heathrow heatwave
heavenly hedgehog hedimaptfcor hedonism hedonist heineken heinlein heinrich helicopt hellbent hellfire hellgate hellhole hello123 hello1234
helloall hellohel hellokit hellokitty helloman hellomoto hellothe hellothere helloween helloworld helloyou hellrais hellraiser hellsing
hellspaw hellspawn hellyeah helpdesk helpless helsinki hemicuda hemmelig henderso henderson hendrick hendrix1 hennessy henriett henrique
henry123 herbert1 hercules hereford herewego heritage herkules hermione hernande hernandez herpderp herschel hershey1 hetfield heythere
hfcgbplzq hfgcjlbz hhhhhhh1 hiawatha hibernia hibiscus hideaway highball highbury highfive highgate highheel highland highlander highlife
hightime highwind hihje863 hilfiger hillbill hillbilly hillcres hillside hiroyuki history1 hitman47 hjvfyjdf hobiecat hockey10 hockey11
hockey12 hockey19 hockey21 hockey99 hogwarts holbrook holeinon holiday1 holidays holland1 holliday holliste hollister holloway holly123
hollydog hollywoo hollywood hologram holstein holymoly holyshit homebase homebrew homedepo homegrow homeland homeless homemade homepage
homer123 homerjay homersim homesick hometown homewood homework homeworld homicide honda250 hondacar hondacbr hondaciv hondacivic hondacrv
hondacrx honduras honey123 honeybea honeybear honeybee honeybun honeydew honeymoon honeypot hongkong honolulu hookedup hooligan hooligans
hoopstar hoopster hoosiers hooters1 hopalong hopeful1 hopefull hopeless hopkins1 hornball horndog1 horny123 hornyboy hornydog hornyguy
hornyman hornyone horseman horsemen horsesho hosehead hospital hot2trot hotbabes hotchick hotgirls hotpants hotpussy hotsauce hotsex69
hotstuff hotwater hotwheel hotwheels hounddog house123 housebed housecat housepen housewife housewifes houston1 hovepark howitzer hpmrbm41
hrothgar hrvatska hshfd4n279 htubcnhfwbz hubbahub hugecock hugedick hugetits hugoboss hulkster hullcity humberto humboldt hummerh2 humphrey
hungwell hunt4red hunter01 hunter11 hunter12 hunter123 hunter22 hunter69 hunter99 hunting1 huntsman hurrican hurricane hurricanes huskers1
huskies1 hustler1 hutchins hxp4life hxxrvwcy hyacinth hydrogen hyperion hypnodanny hysteria hzze929b iaapptfcor iamhappy iamhorny iamthema
iamtheman iamtheone ibill123 ibilljpf ibilltes icecream icehouse iceman69 iddqdidkfa identity idlewild idontcare idontkno idontknow iforgot1
iforgotit ifufkbyf iglesias ignatius igromania ihateyou iiiiiii1 ijrjkflrf ikilz083 ilikepie ilikesex ilikeyou illinois illmatic illumina
illuminati illusion iloveamy iloveass ilovegirls ilovegod iloveher ilovehim ilovejen ilovejes ilovejesus ilovekim ilovelife iloveme1
iloveme2 ilovemom ilovemusic ilovemyself ilovepor iloveporn ilovepus ilovepussy ilovesex iloveyou iloveyou! iloveyou1 iloveyou123 iloveyou2
iluvporn iluvtits ilya1234 ilya1992 imagine1 imissyou immortal impalass imperator imperial imperium implants important impossible imtheman
incognit incognito incoming incredible incubus1 indahous independ independent india123 indiana1 indianali indians1 indonesia infamous
infantry infected infernal inferno1 infinite infiniti infinity inflames informat information infrared ingeborg ingodwetrust ingram01
inkognito innocent innuendo insanity insecure insertion insertions insomnia inspecto inspector inspiron installdevic installsqlst
installutil instinct instruct insuranc insurance integra1 integral integrit intelligence interacial interact intercourse interest interests
internal internat international internet internet1 interpol intersta intheass intheend intimate intranet intrepid intrigue intruder inuyasha
invalidp invasion investor invictus invisible iqzzt580 ireland1 irishman ironbird ironchef irondoor ironhead ironhors ironmaid ironmaiden
ironman1 ironman2 ironmike ironpony ironroad ironside ironsink irontree is_a_bot isabella isabella1 isabelle isacs155 iseedeadpeople
isengard ishikawa iskander islander islanders istanbul istheman italian1 italiano itdxtyrj ivan2010 iverson3 iwantsex iwantyou izabella
j0nathan j3qq4h7h2v jack1234 jackass1 jackdani jackdaniels jackpot1 jackryan jackson1 jackson2 jackson5 jackster jacob123 jacobsen jacqueli
jacqueline jadakiss jailbait jailbird jaimatadi jake1234 jakester jalal123 jalapeno jamaica1 james007 james123 jamesbon jamesbond
jamesbond007 jameson1 jamie123 jamielee jansport january1 january2 japanees japanese jaredleto jarhead1 jasmine1 jasmine2 jasmine5 jason123
jasper12 javabean jayhawks jaysoncj jazzbass jbond007 jeanette jeannine jeanpaul jediknig jediknight jedimast jeepster jeff1234 jefferso
jefferson jeffrey1 jellybea jellybean jellyfis jellyfish jemoeder jennife1 jennifer jennifer1 jennings jenny123 jeopardy jeremiah jericho1
jermaine jeronimo jerrylee jerusale jerusalem jesse123 jessica0 jessica1 jessica2 jessica7 jessica8 jessicam jessicas jesucrist jesus123
jesus777 jesuschrist jesusis1 jesusislord jetbalance jetblack jg3h4hfn jgthfnjh jigei743ks jiggaman jillian1 jimmy123 jimmyboy jimmyjam
jiujitsu jjjjjjj1 jlbyjxrf jlbyjxtcndj jledfyxbr jo9k2jw2 jobsearc joeblack joesakic johanna1 johannes john1234 johnathan johncena johndeer
johndeere johngalt johnmish johnny69 johnny99 johnpaul johnson1 johnson2 johnston joker123 joker666 jonathan jonathan1 jonathon jonnyboy
jor23dan jordan01 jordan11 jordan12 jordan123 jordan22 jordan23 jordan99 josefina joselito joseluis joseph10 joseph12 josephin josephine
joshua01 joshua12 joystick jrcfyjxrf jtuac3my juancarlo juanjose juggalo1 juggerna juggernaut juiceman julia123 julianna julianne julie456
julieann juliette jumpman23 junction junebug1 jungfrau junglist junior12 junior123 junior24 junkmail junkyard jupiter1 jupiter2 jurassic
just4fun just4you justdoit justforfun justice1 justin10 justin11 justin12 justinbiebe justinbieber juvenile juventus k1234567 k123456789
k9dls02a kaitlynn kakaroto kakashka kalamazo kaligula kalinina kaliningrad kalleanka kamasutr kamasutra kamehame kamehameha kamikadze
kamikaze kangaroo kappasig karaganda karamelka karandash kardinal karen123 karimova karishma karlmarx karolina karolina1 karoline kartoshka
kasandra kasparov kassandra katarina katelynn katerina katerinka katharin katharina katherin katherine kathleen kathrine katie123 katmandu
katrina1 kawasaki kayaking kayla123 kayleigh kazakova kazanova kazantip kbdthgekm kbnthfnehf kcchiefs kcj9wx5n kcmfwesg keith123 kelly001
kelly123 kellyann kendall1 kendrick kennedy1 kenneth1 kennwort kenny123 kenshiro kentucky kenwood1 kenworth kenyatta kerrigan ketamine
kevin123 keyboard keylargo keystone kfcnjxrf kfnju842 kfvgjxrf kickass1 kickbutt kickflip kicksass kikimora kikiriki kilbosik kilkenny
killabee killbill killemal killemall killer01 killer11 killer12 killer123 killer23 killer66 killer666 killer69 killer99 killerbe killians
killzone kimber45 kimberle kimberly kimberly1 kindbuds kindness king1234 kingdom1 kingfish kingfisher kingkong kingrich kingsize kingsley
kingston kirill123 kirkland kirkwood kissarmy kissmyas kissmyass kitty123 kittycat kittykat kjrjvjnbd klapaucius kleopatra klimenko klingon1
klondike klootzak klubnika kluivert knickerless knickers knight12 knights1 knockers knockout knopo4ka knowledg knowledge knuckles kobebryant
kochamcie kochanie kodaira52 koetsu13 kokakola kolesnik kolovrat komarova komputer kondom25 konfetka kononenko konovalov konstantin koolhaas
kordell1 koroleva koshechka koteczek kovalenko kpydskcw kr9z40sy krasavica krasnodar krasotka kristall kristen1 kristian kristin1 kristina
kristine kristinka kristjan kristopher krokodil kryptoni ktnj2010 ktybyuhfl kukareku kukuruza kukushka kuleshov kurosaki kurwamac kusanagi
kwiettie kzsfj874 l58jkdjp! l8g3bkde labrador lacrimosa lacrosse ladybird ladybug1 ladyffesta ladygaga ladygirl ladyluck laetitia lafayett
lagrange lagwagon lakeland lakers12 lakers24 lakers32 lakers34 lakeshow lakeside lakeview lakewood lalakers lalaland lambchop lamborghini
lamborgini lambrett lancaste lancaster lancelot landlord landmark landrove landrover landscap langston language lanzarot lapdance lapochka
laputaxx laracrof laracroft larry123 larrybir laserjet lasombra lastochka lasttime lasvegas lateralu lateralus latitude laughing laughter
laura123 laurence lausanne lavalamp lavender lawncare lawntrax lawrence lazyacres lbfyjxrf lbhtrnjh lbpfqyth leadfoot leapfrog learning
leather1 leavemealone lebedeva lebowski lebron23 ledzeppe ledzeppelin leedsutd left4dead left4dead2 lefthand leftover legalize legendary
legioner leglover legoland legolas1 leiceste leicester leighton lekbyxxx lemmings lemonade len2ski1 lena1982 lena2010 leningrad lenochka
leonard1 leonardo leonidas leopards leopoldo lerochka lesbian1 lesbians lespaul1 letitrid letmein0 letmein1 letmein2 letmein22 letmein3
letmein4 letmein6 letmein7 letmein9 letmeinn letmeinnow letmesee leto2010 letsdoit letsfuck letsplay levelone leverage leviatha leviathan
lewie622 lexingky lexingto lfitymrf lfplhfgthvf lg2wmgvr lhbjkjubz2957704 liberate libertad liberty1 liberty2 lickme69 licorice liebherr
liebling lifeboat lifeguar lifehack lifeisgood lifeline lifesuck lifesucks lifetime lightbul lighters lighthou lighthouse lighting lightnin
lightning lightsab lightsaber likemike likewhoa lildevil lilwayne limabean limaperu limerick limewire limpbizk limpbizkit limpdick lincoln1
linda123 lindeman lindros8 lindsay1 lindsey1 lineage2 lingerie lionhear lionheart lionking lipinski lipstick lisamari lisichka listopad
lithium1 littlebi littlebit littlebo littledo littlejo littlema littleman littleon littleone littleton liveevil livelife liverp00l liverpoo
liverpool liverpool1 liverpoolfc liverune livestrong livewire liza2000 lizaveta ljb4dt7n ljxtymrf lkjhgfdsaz lobster1 lobsters location
lochness lockdown lockerroom lockhart lockheed locksmit lockwood locoman0 logan123 loginova logistic logitech logitech1 loglatin loislane
lokomotiv lol123123 lol12345 lol123456 lollipop lollypop lololyo123 lombardi lombardo lomonosov london11 london12 london20 london22 london99
lonesome lonestar lonewolf longball longbeac longbeach longdick longdong longhair longhorn longhorns longjohn longlegs longlife longshot
longtime longview longwood lonsdale lookatme loophole loosee123 lopas123 loranthos lordsoth loredana lorenzo1 lorraine losangel losangeles
losenord loser123 lost4815162342 lostlove lostsoul lotus123 love1234 love2000 love2011 love4ever loveable lovebird loveboat lovecock
lovecraf lovefeet loveforever lovegirl lovehate lovehurts loveislife loveless lovelife loveme89 loveporn lovepussy loverboy lovergir
loverman lovesexy lovesong lovesporn lovestory lovesyou lovetits loveyou1 loveyou2 lowrider lp2568cskt lsdlsd12 lsia9dnb9y lsutiger ltcnhjth
lthgfhjkm lucas123 lucifer1 lucifer666 lucky123 lucky777 luckyboy luckycat luckycharm luckydog luckyman luckyone lucretia ludacris
lumberjack lunchbox luojianhua luscious luv2epus luv2fuck luvpussy lvbnhbq1 lvjdp383 lysander lyudmila lzbs2twz m1234567 m1garand m6cjy69u35
macanudo macarena macaroni macdaddy macdonal macgyver machine1 machines machoman macintos macintosh mackdadd mackdaddy mackenzi mackenzie
macsan26 madagascar madagaskar madala11 madalina maddison maddmaxx madelein madeleine madeline madhatte madhouse madison0 madison1 madison2
madison3 madison9 madness1 madonna1 magazine magdalen magdalena magellan maggie11 maggie12 maggiema magic123 magical123 magician magicman
magister magnavox magnetic magnolia magpies1 mahalkit mahalkita mahendra mailcreated5240 mailman1 mainland maintain maiyeuem majestic
majinbuu majortom makarova makaveli makeitso makeksa11 makelove makemone makemoney maksimka maksimus malamute malaysia malcolm1 maldives
malinois malishka mallard1 mallorca mallrats mama1234 mama1963 mama2010 mamabear mamacita mamapapa mamasita mammamia mammoth1 mamochka
management manager1 manchest mancheste manchester manchild mancity1 mandarin mandingo mandolin mandragora mandrake mandreki mandy123
mangust6403 manhatta manhattan manifest manitoba mannheim manning1 manolito manpower manstein manunite manunited manwhore mapet123456
maplelea mapleleafs maradona marajade marakesh maranell maranello marathon marauder marbella marcella marcelle marcello marchenko marciano
marcius2 marcopol marcopolo mardigra margaret margarit margarita margosha maria123 mariachi mariajos marianna marianne maricela marie123
mariella marielle marietta marigold marihuana marijuan marijuana marilena marillio marilyn1 marina123 mariner1 mariners marines1 marino13
mario123 mariposa marishka marissa1 maritime marjorie mark1234 marketin marketing markhegarty marlboro marlboro1 marmelad marriage married1
marriott marryher marseill marseille marshall martesana martin11 martin12 martina1 martinez martini1 martusia maryanne marybeth maryjane
marykate maryland masahiro masamune maserati mash4077 masha123 masha1998 mashenka mason123 massacre massimiliano master00 master01 master10
master11 master12 master123 master13 master21 master22 master23 master69 master77 master99 masterb8 masterbaiting masterbate masterbating
masterca mastercard masterch masterchief masterkey masterlo mastermi mastermind masterof masters1 masturba masturbation masyanya matahari
matchbox matematica matematika material mathematics mathilde matilda1 matrix01 matrix12 matrix13 matrix69 matt1234 matthew1 matthew2
matthew3 matthew7 matthew8 matthew9 matthews matthias matthieu mattingl mattress matveeva maureen1 maurice1 mauricio maurizio maurolarastefy
maverick maverick1 mavericks max33484 maxim1935 maximili maximilian maximus1 maxpayne maxpower maxwell1 maxwell7 mayberry mayfield maynard1
mazafaka mazahaka mazda323 mazda626 mazdarx7 mazdarx8 mazinger mccarthy mcdaniel mcdonald mcdonalds mcdowell mcfadden mcfarland mcgregor
mcintosh mcintyre mckenzie mckinley mckinney meandyou meatball meathead meatloaf mechanic mechanical medellin medicina medicine medieval
meditate medvedev medvedeva megabyte megadeth megaman1 megamanx megapass megapolis megastar megatron melanie1 melanie2 melbourn melbourne
melchior melinda1 melissa1 melissa2 melissa6 melissa7 mellissa meltdown melville membrane memorial memories memphis1 memyself meowmeow
mephisto mercator mercedes mercedes1 mercenar merchant mercurio mercury1 mercury7 mercutio meredith meridian merlin01 merlin12 merlin69
merlin99 mermaids merrill1 mersedes mesquite messenger metadata metal666 metalgea metalgear metalica metallic metallica metallica1 metalman
metatron methodman metro2033 metropol metropolis mevefalkcakk mexicano michael0 michael1 michael12 michael2 michael3 michael4 michael5
michael6 michael7 michael8 michael9 michaela michaelc michaeld michaelj michaels michele1 michelin michelle michelle1 michelob michigan
mick7278 mickey01 mickey12 mickeymo mickeymouse microlab microphone microsof microsoft microwav midnight midnight1 mightymo miguelit
mike1234 mikehunt mikey123 milagros milamber milashka milehigh milenium milhouse military milkbone milkman1 milkshak milkshake milkyway
millenia milleniu millenium millenni millennium miller31 millerli millertime milligan million1 millionaire millions millwall milwauke
milwaukee mimi92139 mindgame mindless mine2306 minecraft minecraft123 minhasenha minicoop minidisc minimoni miniskir minister ministry
minnesot minnesota minnette minotaur minouche minstrel miracles miranda1 mireille mironova miroslav miroslava mischief misfit99 mishanya
mishutka misiaczek mission1 mississi mississippi misskitt misskitty missoula missouri missy123 misterio mistral1 mistress misty123 mistydog
mitchell mithrand mitsubis mitsubishi mittens1 miyamoto mizredhe mjollnir mnbvcxz1 mobbdeep mobydick modeling modelsne moderator modified
mohammad mohammed mojojojo molly123 mollycat mollydog mom4u4mm momentum mommy123 momsanaladventure monalisa monaliza monamour monday12
money111 money123 money4me money777 moneybag moneymak moneymaker moneyman moneymon mongolia mongoose monica12 monica69 monique1 monitor1
monkey00 monkey01 monkey10 monkey11 monkey12 monkey123 monkey13 monkey20 monkey21 monkey22 monkey23 monkey24 monkey66 monkey69 monkey77
monkey99 monkeybo monkeyboy monkeyma monkeyman monkeys1 monkfish monmouth monolith monopoli monopoly monorail monster1 monster2 monsters
montagna montagne montague montana1 montecar montecarlo monterey monterre montgom240 montgome montgomery montreal montrose monty123 monument
mookie12 moom4242 moonbeam moonglow moonligh moonlight moonlite moonshin moonshine moonstar moonunit moose123 moosehea moosejaw mooseman
morebeer morehead moreland moremone moremoney morgan01 morgan12 moriarty morkovka morozova morpheus morphine morrigan morrison morrisse
morrowind mortgage morticia mortimer mosquito mostwanted motdepas motdepasse motherfu motherfuck motherfucker motherlode motivate motocros
motocross motorbik motorbike motorcyc motorcycle motorhea motorhead motorola motorolla motorrad mounta1n mountain mourning mouse123 mouseman
mousepad movement movieman mowerman mpetroff mrblonde mrbrownx mrbrownxx mrbungle mtwapa1a muaythai muchacho mudhoney mudshark mudvayne
muenchen muffdive muffdiver muffin12 muhammad muirhead mulberry muledeer mulligan multimed multimedia multiple multiplelo multiplelog
multisyn multisync munchies munchkin murakami murcielago murderer murmansk murphy01 murzilka mushroom music123 musician musicman mustang0
mustang1 mustang2 mustang3 mustang4 mustang5 mustang6 mustang69 mustang7 mustang8 mustang9 mustangg mustanggt mustangs mustard1 mwq6qlzo
mxaigtg5 mxyzptlk my2girls my3girls myfamily myfriend mymother mynameis mynewpas mypasswo mypassword mysecret myspace1 mysterio mystery1
mystical mystikal mystique myxworld myxworld4 nacional nadezhda nagasaki nakamura nallepuh nameless nancy123 nanotech napolean napoleon
narayana narkoman naruto12 naruto123 nascar03 nascar20 nascar24 nascar88 nascar99 nashvill nashville nastenka nastya1995 nastyboy nastyman
natalia1 natalie1 nataliya natas666 natascha natasha1 natasha2 natashka natedawg natedogg nathalie nathan12 nathanie nathaniel national
natural1 naughty1 naughtyboy nautilus nautique navigate navigato navigator navyblue navyseal nazareth nazarova nbuhtyjr ncc1701a ncc1701d
ncc1701e ncc74656 nccpl25282 ndshnx4s nebraska necklace necroman necromancer nederland needforspeed needsome nefertiti negative neighbor
nemesis1 nemezida nemrac58 nemvxyheqdd5oqxyxyzi neophyte nephilim neptune1 nesterov netscape netvideo network1 networkingpe networks
netzwerk neuspeed neutrino neveragain neverdie neverland nevermin nevermind nevermor nevermore newburgh newcastl newcastle newdelhi newhaven
newhouse newjerse newjersey newlife1 newmexic neworder neworlea neworleans newpass1 newpass6 newpassword newpoint newport1 newports
newproject2004 newshoes newspaper newstart newstyle newworld newyork1 newzealand nezabudka nfvthkfy nhfdvfnjkju123 nicerack nicetits
nicholas nicholas1 nick1234 nicklaus nickname nickolas nicolas1 nicole11 nicole12 nicole23 nicolett nietzsch nightcrawler nighthaw nighthawk
nightime nightman nightmar nightmare nightowl nightwin nightwing nightwish nightwolf nihao123 nike1234 nikita123 nikita2000 nikitina
nikolaev nikolaeva nikolaus nilknarf nineball nineinch nineteen ninjaman nintendo nintendo1 nintendo64 nirvana1 nissan350z nitehawk nitrogen
njdevils noaccess nochance nocturne nohack04 noisette nokia123 nokia3110 nokia3230 nokia3250 nokia3310 nokia5130 nokia5228 nokia5230
nokia5300 nokia5310 nokia5320 nokia5530 nokia5800 nokia6120 nokia6230 nokia6230i nokia6233 nokia6300 nokia6303 nokia6630 nokia7610 nokia8800
nokian70 nokian73 nokian95 nolimit5 nolimit8 nolimit9 nolimits noname123 noncapa0 nonmembe nonrev67 nonsense noodles1 nopasswo nopassword
norcross normandy northern northsta northstar northwes norwegen nosferat nosferatu nostromo notagain note1234 notebook nothing1 notoriou
notorious notredam notredame nottingh notyours nounours novartis novastar november novembre novgorod novifarm novikova nowayout nowwowtg
nthvbyfnjh ntktdbpjh nudelamb number20 numberon numbnuts nursultan nutshell nuttertools nwo4life nygiants nyknicks nyyankee o4izdmxu
oakland1 oakridge oblivion observer obsessio obsession obsidian obsolete oc247ngucz oceans11 octavian october1 october2 october3 october6
october8 octopuss oddworld odysseus official offshore offsprin offspring ohiostat ohiostate oklahoma oktober7 olcrackmaster oldschoo
oldschool oldsmobi oldsmobile oldspice oldtimer oleander oleg1995 olegnaruto oliveira oliveoil olivetti ololo123 olympics omega123 omegaman
omegared omgkremidia omgwtfbbq omsairam onelove1 onepiece onlyone4 ontheroc ontherocks oooooo99 opelastra open1234 opendoor opensesa
opensesame openwide operatio operation operator opopop11 optimist optiplex oqglh565 orange12 orange44 orange77 orange99 oranges1 orenburg
orgasmic oriental oriflame original orioles1 orlando1 orthodox osbourne oscar123 oscardog ou8124me outdoors outhouse outsider overdose
overdriv overkill overland overload overlook overlord override overtime overture oxymoron ozlq6qwm p0015123 p0o9i8u7 p1234567 p2ssw0rd
p3nnywiz p455w0rd p4ssw0rd p4ssword p@ssw0rd pa55w0rd pa55word pacific1 pacifica pacifico packard1 packers1 packers4 paganini pagedown
painkiller painless paintbal paintball paintball1 painter1 painting pakistan pakistani paladin1 paladine palantir palenque palestine
pallmall palmeira palmeiras palmetto palmtree paloalto palomino panasoni panasonic pancake1 pancakes panchito panda123 pandabear pandora1
pandora2 panorama pantera1 panther1 panther2 panther5 panthers panthers1 panties1 panties2 pantyhos pantyhose papabear papamama paparoach
paperboy papercli paperclip papercut paperino papichul papillon parabola parachut paradigm paradise paradiso paradoxx parallax paramedi
paramedic paramore paranoia paranoid parasite parcells parfilev paris123 parisien parker12 parkland parkside parkview parlament parliament
parol123 parol999 parolamea parolparol parrothe parsifal partagas particle partizan partners partyboy partytim pasadena pasha123 pasquale
pass1234 pass1word passcode passfind passion1 passions passmast passmaster passport passthie passw0rd passw0rd1 passward passwerd passwor1
password password0 password00 password01 password1 password10 password11 password12 password123 password1234 password13 password2 password21
password23 password3 password4 password5 password6 password69 password7 password8 password9 password99 passwords passwort patagoni patches1
paterson pathetic pathfind pathfinder patience patricia patricio patrick0 patrick1 patrick2 patrick3 patrick7 patrick8 patrick9 patriot1
patriots patrizia patrycja patterso paul1234 paula123 paulaner paulchen paulette paulina1 pavement pavilion pavlenko pavlusha payton34
pazzword pdtpljxrf peace123 peaceful peaceout peaches1 peaches2 peacock1 peanut12 peanutbutter peanuts1 pearljam peartree pebbles1 pedersen
pedigree pedro123 peekab00 peekaboo peerless pegasus1 pembroke pendrago pendragon pendulum penelopa penelope penetrating penetration
penguin1 penguins penis123 penmouse pennstat pennstate penny123 pennywis pennywise pensacola pentagon penthous penthouse pentium1 pentium2
pentium3 pentium4 pepper01 pepper11 pepper12 pepper123 pepper76 peppermint pepperoni pepsi123 pepsicol pepsicola pepsimax pepsione percival
peregrin perfect1 perfecto performa performance pericles pernille pershing personal pertinant pervasive pervert1 perverts pescator peter123
peterbil peterbilt peterman peternor peternorth peterose peterpan petersen peterson petrovich petrovna pfchfytw pfeiffer pfqxjyjr phaedrus
phantasm phantasy phantom1 phantom2 phantoms pharmacy pheasant phialpha philadelphia philippe philips1 phillesh phillies phillip1 phillips
philmont phish123 phish420 phoenix1 phoenix2 phoenix7 phoenix8 phoneman photoman photosho phydeaux physical pi314159 pianoman piazza31
picasso1 pickles1 pictuers pictures piedmont piehonkii piercing pigtails pikachu1 piligrim pilot123 pimpdadd pimpdaddy pimpjuice pimpshit
pimpster pineappl pineapple pinecone pinetree pinewood pinggolf pingpong pingzing pinkfloy pinkfloyd pinkpant pinkpuss pinnacle pioneer1
pioneers pipeline pippen33 piramida piramide pirates1 pirrello pistache pistons1 pitbull1 pitbulls pitchers pittbull pittsbur pittsburgh
pizza123 pizzaboy pizzahut pizzaman pizzapie pjcgujrat pjflkork plankton planning planters plastic1 plastics platform platinum platypus
playball playboy1 playboy2 playboys player69 playgirl playgolf playhard playmate playoffs playstat playstation playstation2 playstation3
playtime pleasant pleaseme pleasure plokijuh plumber1 plumbing plymouth pmdmscts pmdmsctsk pointers poiu0987 poiu1234 poiuytrewq pokemon1
pokemon12 pokemon123 pokemon2 pokemons poker123 pokerface pokesmot polarbea polarbear polaris1 polaroid police22 policema politics
polniypizdec0211 polniypizdec110211 polo1234 polopolo09 pon32029 pondscum pontiac1 ponytail poochie1 poohbear poohbear1 pool6123 poontang
poopface poophead popcorn1 poppy123 popsicle poptarts porkchop porkypig porn1234 porn4life pornking pornlove pornlover porno123 pornogra
pornografia pornographic pornography pornoman pornpass pornsite pornstar porpoise porsche1 porsche9 porsche911 porsches portable portillo
portland portsmou portsmouth portugal portvale poseidon positive positivo possible postbank postcard postov10 postov1000 potatoes pounding
pourquoi power123 powerade powerboo powerful powermac powerman ppspankp practice prashant preacher preciosa precious precious1 predator
pregnant prelude1 premier1 premiere prentice presario prescott presiden president pressman pressure prestige prestigio preston1 prettybo
prettyboy prettygirl pridurok primaver primavera primetim primetime primetime21 primrose prince12 princesa princess princess1 princessa
princeto princeton principa principe pringles printer1 printers printing priority priscill priscilla prisoner private1 priyanka problems
processor prodigy1 producer producti production products profesor professional professo professor programm programmer progress project1
projects promethe prometheus promises property prophecy prospect prosperity prospero prostock protection protocol protools prototype
provence proverbs providen provider provista prudence prufrock psw333333 psychnau psychnaut1 psycholo psylocke ptfe3xxp ptybnxtvgbjy
puertorico pufunga7782 pullings pumpkin1 pumpkins punisher punkrock punksnotdead puppydog puravida purchase purple01 purple12 pussy101
pussy123 pussy4me pussyboy pussycat pussyeat pussyeater pussyfuck pussylic pussylick pussylicker pussylip pussylov pussylover pussyman
putamadre pxx3eftp pyramid1 pyramide pyramids q1234567 q12345678 q123456789 q1234567890 q123456q q1q2q3q4 q1q2q3q4q5 q1w2e3r4 q1w2e3r4t
q1w2e3r4t5 q1w2e3r4t5y6 q1w2e3r4t5y6u7 q1w2e3r4t5y6u7i8 q2w3e4r5 q8zo8wzq qawsed123 qawsedrf qawsedrftg qawsedrftgyh qaz12345 qaz123456
qaz123wsx qaz12wsx qaz1wsx2 qazedctgb qazsedcft qazwsx12 qazwsx123 qazwsx1234 qazwsxed qazwsxedc qazwsxedc1 qazwsxedc12 qazwsxedc123
qazwsxedcrfv qazwsxedcrfvtgb qazxcdews qazxcvbn qazxcvbnm qazxsw12 qazxsw123 qazxsw21 qazxswed qazxswedc qazxswedcvfr qcmfd454 qmpq39zr
qpful542 qpwoeiruty qq123456 qq123456789 qqqq1111 qqqqqqq1 qqqwwweee qqwweerr quagmire quality1 quant4307 quant4307s quantum1 quattro6
queenbee question quicksan quicksil quicksilver quiksilver quovadis qw123456 qw12er34 qwaszx12 qwaszx123 qwaszxqw qwe123456 qwe123asd
qwe123qwe qwe123rty qweasd12 qweasd123 qweasdqwe qweasdzx qweasdzxc qweasdzxc1 qweasdzxc123 qwedcxzas qwedsazxc qweqwe123 qwer1234 qwer12345
qwer4321 qwerasdf qwerasdfzxcv qwerfdsa qwert123 qwert1234 qwert12345 qwert54321 qwertasdfg qwerty00 qwerty01 qwerty02 qwerty10 qwerty11
qwerty111 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty123456789 qwerty13 qwerty2010 qwerty21 qwerty22 qwerty23 qwerty321
qwerty33 qwerty66 qwerty666 qwerty69 qwerty77 qwerty777 qwerty78 qwerty88 qwerty89 qwerty99 qwertyas qwertyasd qwertyasdfgh qwertyu1
qwertyu8 qwertyui qwertyuio qwertyuiop qwertyuiop1 qwertyuiop123 qwertyytrewq qwertzui qwerzxcv qzwxecrv r2d2c3p0 r2d2c3po r3ady41t
r3vi3wpass r4e3w2q1 racecar1 racecars rachael1 rachelle radagast radiance radiatio radiator radical1 radiohea radiohead radioman raffaele
raffaello rafferty ragnarok raiders1 raiders2 railroad rainbow1 rainbow2 rainbow6 rainbow7 rainbows raincoat raindrop rainfall rainmake
rainmaker rainman1 raintree rainyday raistlin rambler1 rambo123 rammstei rammstein rammstein1 ramstein ranchero randolph random123 ranger01
ranger02 ranger11 ranger12 ranger21 ranger69 ranger75 ranger99 rangers1 rangers9 rapunzel rasengan raspberr raspberry rasputin rasta220
rastafar rastafari rastaman rattlesn rattolo58 raven123 rawiswar raymond1 razdvatri razorbac rb26dett rdfhnbhf rdgpl3ds reaction ready2go
realdeal realgood realmadri realmadrid realtime reanimator rebbyt34 rebecca1 rebellio reckless recovery red12345 redalert redapple redbarch
redbaron redbeard redbirds redbull1 redcloud redcross reddevil reddrago reddragon reddwarf redeemed redeemer redemption redfish1 redgreen
redhead1 redheads redhouse redknapp redlight redneck1 rednecks redrider redriver redrocke redroses redrover redshift redshoes redskin1
redskins redskins1 redsox04 redstone redstorm redtruck redvette redwing1 redwings redwings1 redwood1 regiment reginald regional register
rehjgfnrf reindeer reinhard rekbrjdf reliable reliance religion reloaded rembrand remember remingto remington renegade renfield reporter
reptiles republic repvtyrj repytwjd repytwjdf repytxbr required rerehepf rerfhfxf rerfhtre research resident residentevil resolute resource
response respublika restless retarded retrieve revelation revenant reverend review69 reviewpa revival47 revoluti revolution revolver
reynolds rfgbnjirf rfgtkmrf rfhbyjxrf rfhectkm rfhfntkm rfhfrfnbwf rfhfufylf rfhfvtkm rfhfvtkmrf rfhfylfi rfhfynby rfhjkbyf rfhlbyfk
rfhnjirf rfkbybyf rfkmrekznjh rfktylfhm rfnfcnhjaf rfnfgekmnf rfnthbyf rfnthbyrf rfntymrf rfpfynbg rfvbrflpt rfvfcenhf rfvtgbyhn rfvxfnrf
rhapsody rhbcnbyf rhbcnbyjxrf rhfcfdbwf rhfcfdxbr rhfcjnrf rhfcyjlfh rhfdxtyrj rhiannon rhjrjlbk rhtdtlrj ricardo1 riccardo ricflair
richard1 richard2 richard3 richard7 richards richardson richland richmond rickster ricochet riesling riffraff rifleman rightnow rikimaru
rileydog rincewin rincewind riverrat riversid riverside rjcntyrj rjdfktyrj rjhjkmbien rjhjktdf rjirfrgbde rjntyjxtr rjrfrjkf rjvgm.nth
rjyatnrf rjycnfynby rkfdbfnehf rktjgfnhf rlzwp503 roaddogg roadkill roadking roadrunn roadrunner roadstar roadster roadtrip robert01
robert11 robert12 robert123 roberta1 roberto1 roberts1 robertso robinhoo robinhood robinson robotech robotics rocawear rochdale rochelle
rocheste rockbott rocket69 rocket88 rocketma rocketman rockfish rockford rockhard rockhead rockland rocknrol rocknroll rockport rockroll
rockstar rockwell rocky123 rockyboy rockydog roderick rodrigue rodriguez roflcopter roger123 rolltide roman123 roman222 romanova romantic
romantik romashka romeo123 ronaldinho ronaldo1 ronaldo7 ronaldo9 roodypoo rooster1 roosters rootbeer rootedit rosalind rosebowl rosebud1
rosebuds rosemari rosemarie rosemary rosewood rossella rossignol rostislav rotterda rotterdam rottweil rottweiler roulette rounders rousseau
rovnogod roxanne1 rrrrrrr1 rsalinas rt6ytere rubberdu ruffneck ruffryde rulesyou runescape runescape1 running1 rush2112 rushmore ruslan123
russell1 russell2 russian7 russians russland rusty123 rustydog rutabega ruthless ryjgjxrf s1234567 s123456789 s456123789 s7fhs127 saab9000
sabbath1 sabotage sabrina1 sacramen sacramento sacrifice sadiedog sagitari sailaway sailboat sailfish sailing1 sailormoon salamand
salamander salamandra salasana salesman salinger salisbur sally123 saltanat saltlake saltydog salvador salvatio salvation salvator salvatore
salzburg sam138989 samadams samanth1 samantha samantha1 samarkand sammy123 sammyboy sammycat sammydog sampson1 samsung1 samsung123 samsung2
samuel12 samurai1 sanandreas sanchez1 sanctuar sanctuary sandberg sandiego sandman1 sandmann sandokan sandoval sandrine sandrock sandwich
sandy123 sandydog sangeeta sanity72 sanity729 sanpedro santacla santacru santacruz santeria santiago saopaulo sapphire sarah123 sarajane
sarajevo sarasota saratoga sasha123 sasha1234 sasha12345 sasha1988 sasha1992 sasha1995 sasha1996 sasha2010 sasha_007 sashadog sasquatc
sasquatch satan666 satana666 satelite satellit satellite satriani saturday saun24865709 saunders sausage1 sausages savannah savatage
save13tx saxophon sayangku sayonara sc0tland scandinavian scarecro scarecrow scarface scarface1 scarlet1 scarlett schaefer schalke0 schastie
scheisse schiffer schiller schlampe schlumpf schmidt1 schnapps schnecke schneide schneider schnuffi schooner schorsch schubert schumach
schumacher schuster schuyler schwartz scimitar scirocco scissors scooby12 scoobydo scoobydoo scooter1 scooter2 scooter7 scooters scorelan
scoreland scorpio1 scorpio2 scorpio7 scorpion scorpions scotland scotsman scott123 scottie1 scottish scoubidou scoubidou2 scrabble scramble
scranton scrapper scrappy1 scratchy screamer screwbal screwyou scribble scruffy1 scubadiv scubapro scuderia sd3lpgdr sdsadee23 seagrams
seagrave seagulls seahawks seahorse sealteam seanjohn searcher searchin searock6 seashell seashore seattle1 sebastia sebastian sebastian1
sebastie sebastien sebora64 secret12 secret123 secretar section8 security security1 seductive segblue2 seinfeld selfok2013 semenova seminole
seminoles semperfi semprini senators senha123 sensatio sensation sentinal sentinel sephirot sephiroth septembe september septembr sepultur
sepultura seraphim serega123 serenade serendip serendipity serenity sergbest sergeant sergeeva sergeevna sergey123 sersolution service01
service1 services sessions settlers sevastopol seven777 sevendus sevenof9 seventee seventeen seventy7 severine sevilia1 sex12345 sexdrive
sexfiend sexisfun sexisgood sexkitte sexlover sexmachine sexsexse sexslave sexy1234 sexybabe sexybaby sexybeast sexybitch sexyfeet sexygirl
sexylady sexylegs sexylove sexymama sexywife sfgiants sh4d0w3d shadow01 shadow11 shadow12 shadow1212 shadow123 shadow13 shadow22 shadow69
shadow99 shadowfa shadowma shadowru shadows1 shakespe shalimar shamanking shamrock shane123 shaney14 shanghai shannara shannon1 shaolin1
sharingan sharkman shawshan shearer9 shedevil sheepdog sheffiel sheffield shelley1 shemales shenlong shepherd sheppard sheraton sherbert
sheridan sherlock sherman1 sherwood shetland shevchenko shilling shinigam shinigami shipping shipyard shirley1 shitball shitbird shitface
shitfuck shithead shithead1 shithole shock123 shockers shocking shoelace shokolad shooter1 shooters shooting shopping shortdog shortsto
shotgun1 shotguns shotokan shoulder showboat showcase showgirl showtime shredder shrike01 shumaher shutdown shygirl1 sibelius siberian
sickness sidekick sideshow sidewalk sideways sidewind sidewinder sidorova siemens1 sigmachi signature sigsauer silencer silenthill silicone
sillyboy silver11 silver12 silverad silverado silverfo silverfox silversi silverst silvestr simba123 simon123 simonsay simpleplan simpson1
simpsons sinclair sinfonia singapor singapore sinister sintesi07 siouxsie sissyboy sisyphus sithlord sixtynin sixtynine sk84life sk8board
sk8ordie skate123 skateboa skateboard skeeter1 skeleton skeletor skinhead skipjack skipper1 skipping skittles skorpion skorpion39 skyblues
skydiver skylight skyline1 skypilot skytommy skywalke skywalker slacker1 slacking slamdunk slapnuts slapshot slaveboy slayer66 slayer666
slayer69 sleepers sleeping sleipnir slickric slimed123 slimshad slimshady slipknot slipknot1 slipknot666 slippers slippery sloneczko
slot2009 slovakia slowhand slowpoke slowride slutwife smackdow smackdown smallfry smallvil smallville smartass smarties smashing smeghead
smile123 smile4me smirnoff smirnova smith123 smithers smoke420 smokedog smokeone smokepot smokeweed smokey01 smokey12 smolensk smooches
smoochie smoothie smuggles snake123 snakeeye snakeeyes snakeman snapper1 snapshot sneakers snickers snickers1 sniffing sniper12 snoogans
snoogins snoopdog snoopdogg snoopy12 snowball snowball1 snowbird snowboar snowboard snowdrop snowfall snowflak snowflake snowman1 snowmass
snowshoe snowwhit snowwhite snuffles snuggles snusmumrik soboleva sobriety soccer10 soccer11 soccer12 soccer123 soccer13 soccer14 soccer15
soccer16 soccer17 soccer18 soccer20 soccer21 soccer22 soccer33 soccer69 soccer99 sochi2014 socrates softball softtail software sojdlg123aljg
sokolova sokrates soldier1 soldiers solidsna solidsnake solitair solitari solitude solnishko solnyshko solomon1 solstice solution solutions
somebody somerset somethin something sometime sometimes sonechka songbird songohan sonic123 sonnyboy sonofgod sonshine sony1234 sonyericsson
sonyfuck sonyvaio sooners1 sophie12 sopranos sorcerer sordfish soreilly sorokina sorrento soso123aljg soulmate soundman southbay southend
southern southpar southpark southpaw southsid southside sovereign spacebar spaceboy spaceman spagetti spaghett spaghetti spalding spam967888
spaniard spanking sparhawk sparkles sparky11 sparky12 sparrow1 sparrows spartacu spartan1 spartan117 spartans sparticu spawn666 speaker1
speakers special1 speciali specialk specials spectrum speculum speeding speedrac speedway spelling spencer1 spencer2 spider12 spiderma
spiderman spiderman1 spike123 spinning spiritus spitfire splatter splendid splinter splitter spongebo spongebob spoonman sporting sportste
sportster sprewell spring99 springer springfield springst sprinkle sprinter sprocket spurrier spurs123 spyglass squadron squeaker squealer
squerting squirrel squirter sr20dett srilanka srinivas ssptx452 sssssss1 ssvegeta stafford stairway stalingrad stalker1 stalker123 stallion
stallone stamford stampede standard standart stanford stanislav stanley1 stanley2 starbuck starbucks starburs starcraf starcraft stardust
starfire starfish starflee starfuck starfury stargate stargaze stargazer starligh starlight starling starlite starship start123 startrek
starwar1 starwars starwars1 station1 stealth1 steamboa steeler1 steelers steelers1 steelhea steelman stefania stefanie steinway stellina
stepanov stepanova stephane stephani stephanie stephany stephen1 stephens sterling steroids steve121 steve123 stevenso stewart1 stgeorge
stickman stiffler stigmata stiletto stinger1 stingers stingray stirling stocking stockings stockton stokrotka stomatolog stonecol stonecold
stoneman stonewal stonewall stoppedby str8edge straight strange1 stranger strangle strannik strategy stratfor stratoca stratocaster stratton
strawber strawberry straycat streaker streaming streetball strekoza strength stressed strider1 striker1 stringer stripclub stripper
strippers stroller stronger stronghold structur strummer strutter student1 students studio54 studioworks studmuff stuntman sturgeon
stuttgart sublime1 submarin submarine submissi suburban subwoofer success1 succubus suckcock suckdick sucker69 suckit69 suckmeoff suckmyco
suckmycock suckmydi suckmydick suckthis sugarbea sugarbear sugarray suicidal suikoden sullivan sumitomo summer00 summer01 summer03 summer04
summer05 summer06 summer07 summer10 summer11 summer12 summer20 summer69 summer98 summer99 summerti summertime sundance sunderla sunderland
sundevil sunflowe sunflower sunghile sunlight sunny123 sunnyboy sunnyday sunnysid sunrise1 sunsh1ne sunshine sunshine1 super123 superbad
superbee superbow superbowl superboy supercar supercoo superdog superdup superduper superfly superfre supergir supergirl superior superjet
superma1 superman superman1 superman2 supermanboy supermar supermax supermen supernatural supernov supernova superpuper supersex superson
supersonic supersta superstar superted supertra supervisor support1 sureno13 sureshot surfboar surfcity surfing1 surprise surround surveyor
survival survivor susanne1 suspende suzanne1 sveta123 svetlana svetlanka swallows swampfox swatteam sweet123 sweetass sweetgirl sweethea
sweethear sweetheart sweetie1 sweetnes sweetness sweetpea sweetpussy swetlana swimmer1 swimming swingers swinging swordfis swordfish
sycamore sydney12 sylvania sylveste sylvester symmetry symphony syncmast syncmaster syracuse sysadmin system32 t34vfrc1991 t3fkvkmj tabbycat
tacobell tactical tadmichaels taekwond taekwondo tagheuer tailgate tajmahal takamine takayuki take8422 takedown takehana taliesin talisker
talisman talktome tallulah tamerlan tampabay tamwsn3sja tanechka tangerin tangerine tanstaaf tanya123 tanzania tarantino tarantul tarasova
tarheel1 tarheels tashkent tasmania tassadar tatertot tatooine taylor01 taylor12 taylorma tazdevil tazmania teacher1 teachers teaching
teamster teamwork teaparty teardrop techdeck technics techniques technolo technology tecktonik tecumseh teddy123 teddybea teddybear teenager
teengirl teiubesc telecast telecaster telefono telemark telephon telephone teleport televisi television televizor temitope temp1234 tempest1
template temporal temporar temporary temppass temppassword temptress tenerife tennesse tennessee tennis11 tennis12 tentacle tequiero
tequila1 tequilla teresita terminal terminat terminator terminus terorist terrance terrapin terrence terrible terriers test1234 testibil
testicle testing1 testing123 testing2 testpass testuser texas123 thaddeus thailand thanatos thankgod thankyou thatcher thebeach thebears
thebeast theblues thechamp theclash theclown thedevil thedoors theflash theforce thegame1 theghost thegirls thegreat thejoker thekiller
thelast1 themaste themaster thematri thematrix theodore theology theraven theresa1 therock1 thesaint thesnake thespian thetachi thething
thetruth theworld thicknes thinkbig thinking thinkpad thirdeye thirteen thisisit thisisme thissuck thissucks thomas01 thomas11 thomas12
thomas123 thomas13 thomas19 thompson thor5200 thornton thorsten thrasher threesom threesome thriller throttle thuglife thumbnils thumper1
thunder1 thunder2 thunder3 thunder5 thunder7 thunder9 thunderb thunderbird thunderc thunders thursday thurston tiberian tiberium tiberius
ticketmaster tickleme tickling ticklish ticktock tiffanie tiffany1 tiffany2 tiger123 tiger200 tigerboy tigercat tigerlil tigerman tigerpaw
tigers01 tigers12 tigerwoo tigerwoods tigger01 tigger11 tigger12 tigger69 tightass tightend tigrenok tiktonik timberla timberlake timberwo
timberwolf timebomb timeless timeline timelord timepass timeport timewarp timmy123 timothy1 timoxa94 tincouch tinfloor tinhorse tinkerbe
tinkerbel tinkerbell tintable tippmann tiramisu titanic1 titanium titleist titlover titsnass tkachenko tkbpfdtnf tm371855 tmjxn151 toenails
together tokenbad tokiohotel tomahawk tomatoes tombraid tombraider tombston tombstone tomcat14 tomjones tommy123 tommyboy tommygun tommylee
tomorrow tompkins tomservo tomwaits tonyhawk toolshed tooltime toonarmy toonporn tooshort toosweet topdevice topflite topolino topsecre
topsecret toriamos tornado1 toronto1 torrance tortoise toshiba1 totalwar tottenha tottenham touchdow touchdown touching toughguy toulouse
toutoune townsend towtruck toxicity toystory tracker1 tractors trademan trader12 traffic1 trafford trailer1 trailers training trainman
tranmere tranquil transam1 transexual transfer transfor transformer transformers translator transpor transport trapdoor trashcan trashman
traveler travelle traveller travesti travolta treasure treefrog treehous treehouse treetops trespass trfnthbyf triangle tribbles tribunal
tricolor trident1 triforce trigger1 trillian trillion trinidad trinitro trinitron trinity1 trinity3 triplets tripping tristan1 tristram
triumph1 trojans1 trombone trooper1 trooper2 troopers tropical trouble1 trouble2 troubles trousers troutman trucker1 truckers trucking
truckman trueblue truelove truffles trujillo trumpet1 trumpets trusting trustn01 trustno1 trustnoo trustnoone tryagain tubitzen tuczno18
tuesday1 tujazopi tujheirf tunafish turandot turbodog turkey50 turtoise tvxtjk7r twenty20 twilight twinboys twinkles twisted1 twisters
twizzler twogirls tyler123 tyrik123 u4slpwra ubvyfpbz uekmyfhf ufgyndmv ufhhbgjnnth ufhvjybz ufkfrnbrf uhbujhbq uiegu451 ujkjdjkjvrf
ukflbfnjh ukflbjkec ultimate ultraman umbrella unb4g9ty unbelievable uncencored unclesam undercover underdog undergro underground underpar
undertak undertake undertaker undertow underwat underwear underwoo underwor underworld unforgiv unforgiven unicorn1 unicorns universa
universal universe universi university unknown1 unlimite unlimited up9x8rww urlacher ursitesux username usethis1 usmarine usmc0311 usmc1775
usuckballz1 utahjazz utjuhfabz utjvtnhbz uto29321 utyyflbq uvmrysez vacation vagabond valdemar valdepen valencia valentin valentina
valentine valentino valerie1 valeriya valhalla valkyrie valleywa vampire1 vampires vancouve vancouver vandamme vanechka vanessa1 vanguard
vanhalen vanilla1 vanquish vanyarespekt varadero variable vaseline vasileva vasilina vasilisa vatoloco vauxhall vaz21093 vaz21099 vbhjckfdf
vbitymrf vegas123 vehpbkrf velocity vendetta venezuel venezuela vengence venom121293 veracruz verbatim verboten vergeten veritas1 veritech
verizon1 vermont1 verochka veronica veronika veroniqu veronique vertical verycool verygood verygoodbot verynice verysexy vetteman vfhbfyyf
vfhbyjxrf vfhecmrf vfhnsirf vfhufhbnf vfhufhbnrf vfhvtkfl vfhvtkflrf vfiekmrf vfitymrf vfkmdbyf vfktymrfz vflfufcrfh vfnbkmlf vfnhjcrby
vfntvfnbrf vfpfafrf vfrcbv123 vfrcbvec vfrcbvev vfrcbvjdf vfrcbvrf vfrfhjdf vfrfhjys vfuyjkbz vfvekbxrf vfvektxrf vfvf2011 vfvfbgfgf
vfvfgfgf vfvfgfgfz vfvfktyf vfvfvskfhfve vfylfhby vfylfhbyrf vg08k714 vibrator vicecity victoire victoria victoria1 victory1 viewsoni
viewsonic vigilant vika1996 vika1998 vika2010 vikings1 viktoria viktorija viktoriy viktoriya vinbylrj vincent1 vincenzo vineyard vinograd
vintelok violator violence violetta violette viper123 vipergts viperman virginia virginie virtuagirl viscount vishenka vitalina vittoria
vittorio vivahate vivienne vivitron vjhjpjdf vjhrjdrf vjnjhjkf vjqgfhjkm vjzctvmz vjzgjxnf vkontakte vlad1994 vlad1995 vlad1996 vlad1997
vlad1998 vlad7788 vladimir vladislav vladislava vladvlad vodafone voldemar volgograd volition volkodav volkswag volkswagen volleyba
volleyball voltaire voluntee volvo240 volvo850 volvos40 volvos80 volvov70 vonnegut vovochka voyager1 voyager2 vqsablpzla vsevolod vsjasnel12
vthctltc vtufgjkbc vw198m2n vyjujnjxbt w1w2w3w4 w2dlww3v5p w8gkz2x1 wachtwoord waffenss waheguru wakeboar waldemar wallace1 walleye1
wallstre wanderer wantsome wapapapa war3demo warchild warcraft warcraft1 warcraft3 wareagle warehous warehouse wargames warhamme warhammer
warlock1 warlord1 warlords warrior1 warrior2 warriors warszawa wasdwasd washburn washingt washington watchdog watching watchmen water123
waterboy waterfal waterfall waterloo waterman watermel watermelon waterpol waterpolo waterski wavmanuk wayfarer wcksdypk wdtnjxtr weare138
weather1 webhompas webhompass webmaste webmaster websol76 websolutions webster1 websters wednesda wednesday weedhead weinberg welcome1
welcome12 welcome123 welcome2 welcome8 welkom01 wellcome welldone wellhung wellingt wellington wellness welshman wenef45313 werewolf
weronika wert1234 werthvfy wessonnn westbrom westcoas westcoast western1 westgate westham1 westlake westlife westport westside westward
westwind westwing westwood wetlands wetpussy wetwilly wg8e3wjf whatever whatever1 whatisit whatthef whatthefuck whattheh whatthehell
wheaties whiplash whirling whiskers whiskey1 whisper1 whistler whitaker whiteboy whitedog whiteman whiteout whitepower whitesox whitesta
whitetai whitewolf whitney1 whittier whoareyou whocares whoknows whoopass whosyourdaddy whytesha wideglid widespre wifey200 wiktoria
wildbill wildblue wildcard wildcat1 wildcats wildfire wildlife wildman1 wildroid wildrose wildside wildstar wildthin wildthing wildwest
wildwood william0 william1 william2 william3 william6 william7 william8 williamm williams willie12 wilshire winchest winchester windmill
windows1 windows9 windsong windsor1 windstar windsurf winfield wingchun wingzero winifred winnipeg winnipeg261 winston1 winston2 winstons
winter00 winter01 winter11 winter12 winter99 winthrop winxclub wireless wisconsi wisconsin wishbone wishmaster withlove withnail wizard12
wladimir wltfg4ta wmegrfux wnmaz7sd wolfgang wolfman1 wolfpack wolverin wolverine wolverines womersle wonderbo wonderboy wonderfu wonderful
wonderland wonkette woodbird woodcock wooddoor woodduck woodford woodland woodlawn woodruff woodside woodsink woodstoc woodstock woodward
woodwind woodwork woody123 woofwoof wordlife wordpass workhard workshop worksuck worldcom worldcup worldwar worldwid wormhole wormwood
wp2003wp wpoolejr wrangler wrest666 wrestle1 wrestler wrestlin wrestling wrinkle1 wrinkle5 wrinkles wtpmjgda wutang36 x4ww5qdr x72jhhu3z
xaccess2 xakep1234 xboxlive xcalibur xcountry xenocide xenogear xenophon xohzi3g4 xsvnd4b2 xsw21qaz xsw23edc xthtgfirf xxxxxxx1 xzsawq21
yamahar1 yamahar6 yamakasi yamamoto yankeemp yankees0 yankees1 yankees2 yankees4 yankees7 yankees9 yanochka yanshi1982 yardbird yaroslav
ybrjkftd ybrjkftdbx ycwvrxxh yeahbaby yeahrigh year2000 year2005 yellow12 yellow22 yes90125 yesterda yesterday yfcnfcmz yfcntymrf yfcnz123
yfcnzyfcnz yfdbufnjh yfgjktjy yfltymrf yfnfitymrf yingyang yjdsqgfhjkm yjdsqujl yjdujhjl yogibear yokohama yorkshir yorktown yosemite
youandme youngone yourmama yourmom1 yourname yourself yqlgr667 yqmbevgk yr8wdxcq ytdxz2ca ytngfhjkz ytnhjufnm ytrhjvfyn ytyfdbcnm yujyd360
yvtte545 yxkck878 yy5rbfsc yyyyyyy1 yzerman1 z1234567 z123456789 z123456z z1x2c3v4 z1x2c3v4b5 zachary1 zaharova zanzibar zaq11qaz zaq12345
zaq123wsx zaq12wsx zaq1xsw2 zaq1xsw2cde3 zaqwsx123 zaqwsxcde zaqxswcde zaragoza zaratustra zasranec zaxscdvf zcxfcnkbdf zenit2011 zeppelin
zerocool zesyrmvu zhjckfdf zidane10 zigazaga ziggy123 zildjian zimbabwe zinedine zippy123 zldej102 zoidberg zolushka zqjphsyf6ctifgu
zx123456 zx123456789 zxasqw12 zxc12345 zxc123zxc zxcasdqw zxcasdqwe zxcasdqwe123 zxcqweasd zxcv1234 zxcvasdf zxcvb123 zxcvb12345 zxcvbn12
zxcvbn123 zxcvbnm. zxcvbnm1 zxcvbnm12 zxcvbnm123 zxcvbnmm zxcvbnmz zxcvfdsa zxcvvcxz zz123456 zz8807zpl zzxxccvv zzzzxxxx zzzzzzz1
`

let known: ReadonlySet<string> | undefined

/** Is it one that is tried first? However its letters are written. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(list.trim().split(/\s+/))
  return known.has(password.toLowerCase())
}
